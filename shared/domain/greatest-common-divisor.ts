/** Returns the largest number that divides both; the other one where one is 0. */
export const greatestCommonDivisor = (a: bigint, b: bigint): bigint =>
  b === 0n ? a : greatestCommonDivisor(b, a % b)
