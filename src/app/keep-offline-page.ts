/**
 * Has the browser keep the page that says one is offline. After everything else of the first visit, which
 * it must not slow down; a browser that cannot or will not is none the worse for it.
 */
export function keepOfflinePage(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = () => {
    navigator.serviceWorker.register('/service-worker.js').catch(() => undefined);
  };
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register);
}
