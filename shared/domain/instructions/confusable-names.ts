/**
 * Letters and signs that are drawn like a Latin letter or digit: groups of a letter and what looks
 * like it. Roman numerals and full-width and mathematical letters are decomposed before.
 */
const DRAWN_ALIKE: readonly (readonly [letter: string, alike: string])[] = [
  ['a', 'АаΑαɑꓮᎪ'],
  ['b', 'ВвЬьΒβꓐᏴ'],
  ['c', 'СсϹϲꓚᏟ'],
  ['d', 'ԁԀđĐꓓᎠ'],
  ['e', 'ЕеҽΕεꓰᎬ'],
  ['f', 'ꓝ'],
  ['g', 'ԌɡցꓖᏀ'],
  ['h', 'НнһҺΗհꓧᎻ'],
  ['j', 'ЈјϳꓙᎫ'],
  ['k', 'КкΚκꓗᏦ'],
  ['l', 'IiІіӀӏΙιıɩłŁ1|ǀꓡꓲᏞ'],
  ['m', 'МмΜꓟᎷ'],
  ['n', 'пηΝոꓠ'],
  ['o', '0ОоΟοσօՕøØꓳ'],
  ['p', 'РрΡρꓑᏢ'],
  ['q', 'Ԛԛզ'],
  ['r', 'гꓣᎡ'],
  ['s', 'ЅѕꓢᏚ'],
  ['t', 'ТтΤτꓔᎢ'],
  ['u', 'υսՍꓴ'],
  ['v', 'Ѵѵνꓦ'],
  ['w', 'ԜԝωꓪᎳ'],
  ['x', 'ХхΧχꓫ'],
  ['y', 'УуҮүΥγꓬ'],
  ['z', 'ΖꓜᏃ'],
]
const LETTERS: ReadonlyMap<string, string> = new Map(
  DRAWN_ALIKE.flatMap(([letter, alike]) => [...alike].map((sign) => [sign, letter] as const)),
)
const letterOf = (sign: string): string => LETTERS.get(sign) ?? sign

/** What a reader does not see or does not compare: marks, invisible signs, spaces, punctuation. */
const UNCOMPARED = /[\p{M}\p{C}\p{Default_Ignorable_Code_Point}\p{Z}\p{P}\u2800]/gu

/**
 * Returns what is left of a name for the eye: two names with the same skeleton look alike. Names of
 * only signs that are not compared are their own skeleton.
 */
function skeleton(name: string): string {
  const letters = Array.from(name.normalize('NFKD'), letterOf).join('').toLowerCase()
  const plain = Array.from(letters.replace(UNCOMPARED, ''), letterOf)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
  return plain === '' ? name : plain
}

/** The program's own name: no assistant may bear it, nor a name that begins with it. */
const PROGRAM = 'Countersign'
/** Who else speaks or acts in the program, in its languages. */
const RESERVED = [
  'System',
  'Sistema',
  'Broker',
  'Webull',
  'Exchange',
  'Practice exchange',
  'Bolsa',
  'Bolsa de práctica',
  'You',
  'Usted',
] as const

/**
 * Returns the name that a new one could be mistaken for: of the given ones, of the program, or of
 * who else acts in it. Null when it looks like none.
 */
export function confusableName(name: string, present: readonly string[]): string | null {
  const own = skeleton(name)
  if (own.startsWith(skeleton(PROGRAM))) return PROGRAM
  return [...present, ...RESERVED].find((other) => skeleton(other) === own) ?? null
}
