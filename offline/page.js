/* global window, document, location, setInterval */
// The page stands in for the one that was asked for, at its address: loading that again is trying again.
const open = () => location.reload();
document.getElementById('retry').addEventListener('click', open);
window.addEventListener('online', open);

// A browser tells of its own wire alone, and not while this page is being loaded: so the host is asked, too.
const isAnswered = () =>
  fetch('/robots.txt', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
const everyMs = 3_000;
setInterval(() => {
  if (!document.hidden) void isAnswered().then((answered) => answered && open());
}, everyMs);
