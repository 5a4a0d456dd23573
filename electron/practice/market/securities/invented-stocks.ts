import { SECTORS, type UniverseRow } from './universe.js'

const LETTERS = 26
const LETTER_COUNT = 4
/** The first id of an invented stock; real ids have nine digits. */
const FIRST_ID = 7_000_000_000
const PRICES = 400
const MIN_PRICE = 5

/** Returns the letters of a number: AAAA, AAAB, … */
function lettersOf(index: number): string {
  let text = ''
  for (let rest = index; text.length < LETTER_COUNT; rest = Math.floor(rest / LETTERS)) {
    text = String.fromCharCode(65 + (rest % LETTERS)) + text
  }
  return text
}

/**
 * Returns an invented stock for markets that list more stocks than the table. Its symbol is a Q and
 * four letters; it trades seldom, as most stocks of a real market do.
 */
export const invented = (index: number): UniverseRow => ({
  symbol: `Q${lettersOf(index)}`,
  name: `Practice Company ${index + 1}`,
  exchange: 'NSQ',
  kind: 'stock',
  sector: SECTORS[index % SECTORS.length] ?? 'tech',
  price: `${MIN_PRICE + ((index * 37) % PRICES)}.00`,
  volatility: 1 + (index % 25) / 10,
  beta: 0.5 + (index % 10) / 10,
  volume: 0.02 + (index % 50) / 50,
  instrumentId: String(FIRST_ID + index),
  marks: ['whole-shares', 'no-overnight'],
  leverage: null,
})
