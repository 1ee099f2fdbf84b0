/* global window, document, location */
// The page stands in for the one that was asked for, at its address: loading that again is trying again.
document.getElementById('retry').addEventListener('click', () => location.reload());
window.addEventListener('online', () => location.reload());
