import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  abs,
  add,
  cmp,
  dec,
  decimalText,
  div,
  eq,
  fromInteger,
  isMultipleOf,
  isNegative,
  isPositive,
  isZero,
  mul,
  neg,
  notional,
  parseDecimal,
  significantScale,
  snap,
  sub,
  sum,
  toInteger,
  toScale,
  trim,
  asPrice,
  asQuantity,
  type Decimal,
  type Rounding,
} from '../../../shared/domain/decimal.js'

/** An exact rational over 10^scale in plain bigint, as the reference. */
interface Rational {
  readonly n: bigint
  readonly scale: number
}
const pow = (n: number): bigint => 10n ** BigInt(n)
/** Returns the number of decimal places, with trailing zeros. */
const scaleOf = (value: Decimal): number => decimalText(value).split('.')[1]?.length ?? 0
const toRational = (value: Decimal): Rational => {
  const text = decimalText(value)
  const [integer = '0', fraction = ''] = text.replace('-', '').split('.')
  return {
    n: BigInt(integer + fraction) * (text.startsWith('-') ? -1n : 1n),
    scale: fraction.length,
  }
}
const same = (value: Decimal, { n, scale }: Rational): boolean => {
  const left = toRational(value)
  return left.n * pow(scale) === n * pow(left.scale)
}

const decimals = fc
  .tuple(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), fc.integer({ min: 0, max: 10 }))
  .map(([n, scale]) => fromInteger(n, scale))
const positive = decimals.map((value) => abs(value)).filter((value) => !isZero(value))

/** Rounds n/d to an integer by rules of its own. */
function roundDiv(n: bigint, d: bigint, mode: Rounding): bigint {
  const sign = n < 0n !== d < 0n ? -1n : 1n
  const [a, b] = [n < 0n ? -n : n, d < 0n ? -d : d]
  const q = a / b
  const r = a % b
  const up =
    mode === 'up'
      ? r > 0n
      : mode === 'down'
        ? false
        : r * 2n > b || (r * 2n === b && (mode === 'half-up' || q % 2n === 1n))
  return sign * (up ? q + 1n : q)
}

describe('REL-35: decimals compared with an exact reference', () => {
  it('orders decimals that begin alike, with and without places, at both signs', () => {
    const near = fc
      .tuple(fc.integer({ min: -1_200, max: 1_200 }), fc.integer({ min: 0, max: 4 }))
      .map(([n, scale]) => fromInteger(n, scale))
    fc.assert(
      fc.property(near, near, fc.integer({ min: 0, max: 3 }), (a, b, places) => {
        const wide = toScale(b, scaleOf(b) + places, 'down')
        const [x, y] = [toRational(a), toRational(wide)]
        const [xn, yn] = [x.n * pow(y.scale), y.n * pow(x.scale)]
        expect(cmp(a, wide)).toBe(xn < yn ? -1 : xn > yn ? 1 : 0)
      }),
      { numRuns: 2_000 },
    )
  })

  it('add, subtract, multiply and compare exactly', () => {
    fc.assert(
      fc.property(decimals, decimals, (a, b) => {
        const [x, y] = [toRational(a), toRational(b)]
        const scale = Math.max(x.scale, y.scale)
        const [xn, yn] = [x.n * pow(scale - x.scale), y.n * pow(scale - y.scale)]
        expect(same(add(a, b), { n: xn + yn, scale })).toBe(true)
        expect(same(sub(a, b), { n: xn - yn, scale })).toBe(true)
        expect(same(mul(a, b), { n: x.n * y.n, scale: x.scale + y.scale })).toBe(true)
        expect(cmp(a, b)).toBe(xn < yn ? -1 : xn > yn ? 1 : 0)
      }),
    )
  })

  it('divide and rescale with the named rounding', () => {
    const modes = fc.constantFrom<Rounding[]>('down', 'up', 'half-up', 'half-even')
    fc.assert(
      fc.property(
        decimals,
        positive,
        fc.integer({ min: 0, max: 8 }),
        modes,
        (a, b, scale, mode) => {
          const [x, y] = [toRational(a), toRational(b)]
          const quotient = div(a, b, scale, mode)
          expect(quotient).not.toBeNull()
          expect(
            same(quotient as Decimal, {
              n: roundDiv(x.n * pow(y.scale + scale), y.n * pow(x.scale), mode),
              scale,
            }),
          ).toBe(true)
          const rescaled = toScale(a, scale, mode)
          expect(scaleOf(rescaled)).toBe(scale)
          expect(same(rescaled, { n: roundDiv(x.n * pow(scale), pow(x.scale), mode), scale })).toBe(
            true,
          )
        },
      ),
    )
  })

  it('keep plain text unchanged from wire to domain to wire', () => {
    fc.assert(
      fc.property(
        decimals,
        (value) => decimalText(parseDecimal(decimalText(value)) as Decimal) === decimalText(value),
      ),
    )
    for (const text of [
      '1.10000',
      '0.1',
      '0',
      '10.00000',
      '-3.50',
      '123456789012345678901234567890',
      '0.0000000001',
    ]) {
      expect(decimalText(dec(text))).toBe(text)
    }
  })

  it("read the wire's unusual forms and refuse everything else", () => {
    expect(
      ['2.32435219E8', '0E-10', '1e-7', '-0', '-0.00', '007.5', '1E+2'].map((text) =>
        parseDecimal(text),
      ),
    ).toEqual(['232435219', '0', '0.0000001', '0', '0.00', '7.5', '100'])
    for (const text of [
      '',
      ' ',
      '1.',
      '.5',
      '+1',
      '1,000',
      '0x10',
      'NaN',
      'Infinity',
      '-',
      '1e',
      '1e1000',
      '1E400',
      '1'.repeat(41),
      '1_000',
      '１',
      '1 ',
      '--1',
      '1.2.3',
    ]) {
      expect(parseDecimal(text), text).toBeNull()
    }
  })

  it('never throw on any text, and parse their own output', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[-+0-9.eE]{0,50}$/)), (text) => {
        const value = parseDecimal(text)
        return value === null || parseDecimal(decimalText(value)) === (value as unknown)
      }),
    )
  })

  it('know signs, steps and scaled integers', () => {
    fc.assert(
      fc.property(decimals, (value) => {
        expect([isNegative(value), isZero(value), isPositive(value)].filter(Boolean)).toHaveLength(
          1,
        )
        expect(eq(neg(neg(value)), value)).toBe(true)
        expect(eq(trim(value), value)).toBe(true)
        expect(scaleOf(trim(value))).toBe(significantScale(value))
      }),
    )
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
        fc.integer({ min: 0, max: 9 }),
        (n, scale) => toInteger(fromInteger(n, scale), scale) === n,
      ),
    )
    expect(toInteger(dec('1.005'), 2)).toBeNull()
    expect(toInteger(dec('1.500'), 2)).toBe(150n)
    expect(isMultipleOf(dec('1.05'), dec('0.05'))).toBe(true)
    expect(isMultipleOf(dec('1.051'), dec('0.01'))).toBe(false)
    expect(isMultipleOf(dec('1'), dec('0'))).toBe(false)
  })

  it('round to a step by at most half of it', () => {
    fc.assert(
      fc.property(positive, fc.constantFrom('0.01', '0.05', '0.0001', '1'), (value, stepText) => {
        const step = dec(stepText)
        const snapped = snap(value, step, 'half-up')
        expect(isMultipleOf(snapped, step) || isZero(snapped)).toBe(true)
        expect(cmp(mul(abs(sub(snapped, value)), dec('2')), step)).not.toBe(1)
      }),
    )
  })

  it('sum without drift', () => {
    expect(decimalText(sum(Array.from({ length: 1_000 }, () => dec('0.1'))))).toBe('100')
    expect(decimalText(sum([]))).toBe('0')
    expect(decimalText(notional(asPrice(dec('185.20')), asQuantity(dec('10.5'))))).toBe('1944.6')
  })
})
