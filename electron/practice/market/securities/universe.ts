import { z } from 'zod'
import universe from './universe.json' with { type: 'json' }

export const SECTORS = [
  'broad',
  'tech',
  'communication',
  'discretionary',
  'staples',
  'health',
  'financial',
  'energy',
  'industrial',
  'utilities',
  'bonds',
  'gold',
  'crypto',
] as const

export const EXCHANGES = ['NSQ', 'NYS', 'PSE', 'ASE', 'BAT'] as const

const MARKS = [
  'hard-to-borrow',
  'no-short',
  'no-margin',
  'whole-shares',
  'no-overnight',
  'close-only',
  'crypto-etf',
] as const

const zDecimalText = z.string().regex(/^-?\d+(\.\d+)?$/)

/**
 * A symbol of the practice market: a real name and exchange, and an invented but plausible level.
 * Reference price in USD, daily volatility in percent, beta to the market, daily volume in millions
 * of shares, leverage as a multiple of the index.
 */
const UniverseRow = z.strictObject({
  symbol: z.string(),
  name: z.string(),
  exchange: z.enum(EXCHANGES),
  kind: z.enum(['stock', 'etf']),
  sector: z.enum(SECTORS),
  price: zDecimalText,
  volatility: z.number().positive(),
  beta: z.number(),
  volume: z.number().positive(),
  instrumentId: z.string(),
  marks: z.array(z.enum(MARKS)).readonly().default([]),
  leverage: zDecimalText.nullable().default(null),
})
export type UniverseRow = Readonly<z.output<typeof UniverseRow>>

export const UNIVERSE: readonly UniverseRow[] = z.array(UniverseRow).parse(universe)
