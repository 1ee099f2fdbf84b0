const lastReloadKey = 'reloaded-for-new-version';
const patienceMs = 10_000;

/**
 * After a new version was put up, a page that is still open asks for parts that are gone. Then the page
 * itself is fetched anew; what was typed is kept by the screens. Once: if that does not help, the error is shown.
 */
export function reloadForNewVersion(): void {
  addEventListener('vite:preloadError', (event) => {
    try {
      if (Date.now() - Number(sessionStorage.getItem(lastReloadKey)) < patienceMs) return;
      sessionStorage.setItem(lastReloadKey, String(Date.now()));
    } catch {
      return; // Without a memory it might reload for ever.
    }
    event.preventDefault();
    location.reload();
  });
}
