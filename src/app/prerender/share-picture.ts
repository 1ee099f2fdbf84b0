/** What is shown where a page is shared; it lies in public/. Pixels. */
export const sharePicture = { path: '/share.jpg', width: 1200, height: 630 };
