/**
 * Writes a text that differs, into the text node that is there: another node, or the same text
 * again, would lay out everything around it. Returns whether it differed.
 */
export function writeText(element: Node, text: string): boolean {
  if (element.textContent === text) return false
  const node = element.firstChild
  if (node instanceof Text && node.nextSibling === null) node.data = text
  else element.textContent = text
  return true
}
