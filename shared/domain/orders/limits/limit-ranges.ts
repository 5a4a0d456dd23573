import { dec, gt, lt, type Decimal } from '../../decimal.js'

/** The limits in the order in which windows show them. */
export const PERSONAL_LIMIT_NAMES = [
  'maxQuantity',
  'maxNotional',
  'priceBand',
  'maxShare',
  'maxOpenOrders',
  'maxOrdersPerDay',
  'maxDailyLoss',
] as const
export type PersonalLimitName = (typeof PERSONAL_LIMIT_NAMES)[number]

/** The smallest and the largest value of each limit. */
export const LIMIT_RANGES: Readonly<
  Record<PersonalLimitName, { readonly min: Decimal; readonly max: Decimal }>
> = {
  maxQuantity: { min: dec('0.00000001'), max: dec('1000000000') },
  maxNotional: { min: dec('1'), max: dec('1000000000000') },
  priceBand: { min: dec('0.001'), max: dec('1') },
  maxShare: { min: dec('0.001'), max: dec('100') },
  maxOpenOrders: { min: dec('1'), max: dec('10000') },
  maxOrdersPerDay: { min: dec('1'), max: dec('100000') },
  maxDailyLoss: { min: dec('1'), max: dec('1000000000000') },
}

/** Returns the value of a limit as a decimal; null for no limit. */
export const decimalOf = (value: Decimal | number | null): Decimal | null =>
  typeof value === 'number' ? dec(String(value)) : value

/** Returns the limits whose value is outside its range. Only some of them may be null. */
export const limitsOutOfRange = (
  limits: Readonly<Record<PersonalLimitName, Decimal | number | null>>,
): readonly PersonalLimitName[] =>
  PERSONAL_LIMIT_NAMES.filter((name) => {
    const value = decimalOf(limits[name])
    const { min, max } = LIMIT_RANGES[name]
    return value !== null && (lt(value, min) || gt(value, max))
  })
