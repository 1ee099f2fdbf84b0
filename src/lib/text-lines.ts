/** Each line of visible text outside of an element by itself: beside a short one there is room. */
export function linesOutside(element: Element): DOMRect[] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const lines: DOMRect[] = [];
  while (texts.nextNode()) {
    if (element.contains(texts.currentNode)) continue;
    range.selectNodeContents(texts.currentNode);
    lines.push(...range.getClientRects());
  }
  return lines;
}
