import { z } from 'zod'
import { decimalText, type Decimal } from '../../../shared/domain/decimal.js'
import type { EpochMs } from '../../../shared/domain/time.js'

/**
 * The members of tool outputs: exact decimal numbers as text, times in ISO 8601 UTC. Null means not
 * known.
 */
export const zNumber = z.string()
export const zMaybe = zNumber.nullable()
export const zWord = z.string()
export const zMaybeWord = z.string().nullable()
export const zWhen = z.string()

export const text = (value: Decimal | null): string | null =>
  value === null ? null : decimalText(value)
export const when = (time: EpochMs): string => new Date(time).toISOString()
export const maybeWhen = (time: EpochMs | null): string | null =>
  time === null ? null : when(time)
