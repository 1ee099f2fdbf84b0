/** Goes to an address outside of the app, such as a payment provider's own page. */
export function leavePage(url: string): void {
  window.location.assign(url);
}
