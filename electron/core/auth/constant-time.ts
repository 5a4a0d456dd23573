/** Compares two texts without returning early at the first difference. Lengths are not secret. */
export function sameText(a: string, b: string): boolean {
  let difference = a.length ^ b.length
  for (let index = 0; index < a.length; index += 1) {
    difference |= a.charCodeAt(index) ^ b.charCodeAt(index % Math.max(1, b.length))
  }
  return difference === 0
}
