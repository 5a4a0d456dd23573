import { z } from 'zod'
import { decimalText, type Decimal } from '../../../shared/domain/decimal.js'
import type { EpochMs } from '../../../shared/domain/time.js'

/** What the tools answer is made of text: exact numbers, times in ISO 8601 UTC. Null where nothing is known. */
export const zNumber = z.string().describe('An exact decimal number, as text.')
export const zMaybe = zNumber.nullable()
export const zWord = z.string()
export const zMaybeWord = z.string().nullable()
export const zWhen = z.string().describe('ISO 8601, UTC.')

export const text = (value: Decimal | null): string | null => (value === null ? null : decimalText(value))
export const when = (time: EpochMs): string => new Date(time).toISOString()
export const maybeWhen = (time: EpochMs | null): string | null => (time === null ? null : when(time))
