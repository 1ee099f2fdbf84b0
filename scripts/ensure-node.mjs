/** Stops with one line when this Node is older than the product runs on. */
export function ensureNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(`Node ${process.versions.node} is too old: this needs Node 20.19 or newer.`);
  process.exit(1);
}
