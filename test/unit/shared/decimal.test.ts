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
  gt,
  gte,
  isMultipleOf,
  isNegative,
  isPositive,
  isZero,
  lt,
  lte,
  maxOf,
  minOf,
  mul,
  neg,
  parseDecimal,
  significantScale,
  snap,
  sub,
  toInteger,
  toScale,
  trim,
  type Rounding,
} from '../../../shared/domain/decimal.js'
import { zDecimal } from '../../../shared/domain/scalars.schema.js'

const DIGITS = '1'.repeat(40)
const textOf = (value: ReturnType<typeof parseDecimal>): string | null =>
  value === null ? null : decimalText(value)

describe('REL-35: parsing a decimal', () => {
  it.each([
    [DIGITS, DIGITS],
    [`0.${DIGITS}`, `0.${DIGITS}`],
    [`-${DIGITS}.${DIGITS}`, `-${DIGITS}.${DIGITS}`],
    ['000', '0'],
    ['00.50', '0.50'],
    ['-007', '-7'],
    ['-0.0', '0.0'],
    ['-0.01', '-0.01'],
    ['1e39', `1${'0'.repeat(39)}`],
    ['1E-40', `0.${'0'.repeat(39)}1`],
    ['-1.50E1', '-15'],
    ['-0e5', '0'],
    ['-0E-10', '0'],
    ['0e999', '0'],
    [`0.${'0'.repeat(39)}1e61`, `1${'0'.repeat(21)}`],
    [`1${'0'.repeat(39)}e-61`, `0.${'0'.repeat(21)}1`],
    ['1e+12', '1000000000000'],
    ['1E-12', '0.000000000001'],
    ['12e012', '12000000000000'],
  ])('reads %s', (text, expected) => {
    expect(textOf(parseDecimal(text))).toBe(expected)
  })

  it.each([
    `1${DIGITS}`,
    `0.1${DIGITS}`,
    '1e40',
    '1e50',
    '1e-41',
    '1e61',
    '1e-61',
    '1e0001',
    `1${DIGITS}e1`,
    `1.1${DIGITS}e1`,
    'a1',
    '1a',
    'a1e1',
    '1e1a',
    '1ee1',
    '1.e1',
    '.1e1',
    '1e',
    'e1',
  ])('refuses %s', (text) => {
    expect(parseDecimal(text)).toBeNull()
  })

  it('throws for a malformed literal, and shows at most 50 characters of it', () => {
    expect(() => dec('abc')).toThrow(new RangeError('not a decimal: abc'))
    expect(() => dec('x'.repeat(99))).toThrow(new RangeError(`not a decimal: ${'x'.repeat(50)}`))
  })
})

describe('REL-35: decimals and integers', () => {
  it.each([
    [18_520, 2, '185.20'],
    [5, 3, '0.005'],
    [-5, 2, '-0.05'],
    [0, 2, '0.00'],
    [-0, 0, '0'],
    [7, 0, '7'],
    [-7, 0, '-7'],
    [10n ** 20n, 1, '10000000000000000000.0'],
    [-1n, 0, '-1'],
  ])('makes %s with %i places to %s', (value, scale, expected) => {
    expect(decimalText(fromInteger(value, scale))).toBe(expected)
  })

  it('refuses an integer that a number cannot hold exactly', () => {
    expect(() => fromInteger(2 ** 53)).toThrow(new RangeError('not a safe integer'))
    expect(() => fromInteger(1.5)).toThrow(RangeError)
    expect(decimalText(fromInteger(2 ** 53 - 1))).toBe('9007199254740991')
  })

  it.each([
    ['185.2', 2, 18_520n],
    ['-185.2', 2, -18_520n],
    ['-0.05', 2, -5n],
    ['0.050', 2, 5n],
    ['3', 0, 3n],
    ['3', 2, 300n],
    ['3.0', 0, 3n],
    ['1.005', 2, null],
    ['0.001', 0, null],
  ])('reads %s as units of 10^-%i', (text, scale, expected) => {
    expect(toInteger(dec(text), scale)).toBe(expected)
  })
})

describe('REL-35: rounding', () => {
  it.each<[Rounding, string, string, string]>([
    ['down', '1.00', '-1.00', '1.01'],
    ['up', '1.01', '-1.01', '1.02'],
    ['half-up', '1.01', '-1.01', '1.02'],
    ['half-even', '1.00', '-1.00', '1.02'],
  ])('%s', (mode, positive, negative, odd) => {
    const rounded = (text: string): string => decimalText(toScale(dec(text), 2, mode))
    expect([rounded('1.005'), rounded('-1.005'), rounded('1.015')]).toEqual([
      positive,
      negative,
      odd,
    ])
  })

  it.each<[Rounding, string]>([
    ['down', '0.6666'],
    ['up', '0.6667'],
    ['half-up', '0.6667'],
    ['half-even', '0.6667'],
  ])('a quotient %s', (mode, expected) => {
    expect(textOf(div(dec('2'), dec('3'), 4, mode))).toBe(expected)
  })

  it('pads, and never writes a negative zero', () => {
    expect(decimalText(toScale(dec('5'), 2, 'down'))).toBe('5.00')
    expect(decimalText(toScale(dec('-0.001'), 2, 'down'))).toBe('0.00')
    expect(decimalText(toScale(dec('-0.4'), 0, 'down'))).toBe('0')
    expect(decimalText(toScale(dec('-0.01'), 2, 'down'))).toBe('-0.01')
    expect(textOf(div(dec('-1'), dec('1000'), 2, 'down'))).toBe('0')
    expect(decimalText(neg(dec('0.00')))).toBe('0')
    expect(decimalText(sub(dec('1'), dec('1')))).toBe('0')
  })

  it('keeps the sign of everything else, however small', () => {
    expect(decimalText(toScale(dec('-0.001'), 2, 'up'))).toBe('-0.01')
    expect(decimalText(toScale(dec('-0.005'), 2, 'half-up'))).toBe('-0.01')
    expect(decimalText(neg(dec('0.00000001')))).toBe('-0.00000001')
    expect(textOf(div(dec('-1'), dec('1000'), 3, 'down'))).toBe('-0.001')
  })

  it('the quotient of a division by zero is null', () => {
    expect(div(dec('1'), dec('0.00'), 2, 'down')).toBeNull()
  })

  it.each<[string, string, Rounding, string]>([
    ['1.234', '0.05', 'down', '1.20'],
    ['1.234', '0.05', 'up', '1.25'],
    ['1.225', '0.05', 'half-up', '1.25'],
    ['1.225', '0.05', 'half-even', '1.20'],
    ['101', '5', 'up', '105'],
    ['7', '0.250', 'down', '7.00'],
    ['7', '0', 'down', '7'],
  ])('%s to a step of %s, %s', (value, step, mode, expected) => {
    expect(decimalText(snap(dec(value), dec(step), mode))).toBe(expected)
  })
})

describe('REL-35: comparing', () => {
  it.each([
    ['1', '2', [true, true, false, false, false]],
    ['2', '1', [false, false, true, true, false]],
    ['1.0', '1', [false, true, false, true, true]],
    ['-1', '0', [true, true, false, false, false]],
  ])('%s with %s', (a, b, expected) => {
    const [x, y] = [dec(a), dec(b)]
    expect([lt(x, y), lte(x, y), gt(x, y), gte(x, y), eq(x, y)]).toEqual(expected)
    expect(cmp(x, y)).toBe(expected[0] === true ? -1 : expected[4] === true ? 0 : 1)
  })

  it('takes the smaller and the larger, and of equal ones the first', () => {
    const [small, equal, large] = [dec('1'), dec('1.0'), dec('2')]
    expect([
      minOf(small, large),
      minOf(large, small),
      maxOf(small, large),
      maxOf(large, small),
    ]).toEqual([small, small, large, large])
    expect([minOf(small, equal), maxOf(small, equal)]).toEqual([small, small])
  })

  it.each([
    ['0', [true, false, false]],
    ['0.00', [true, false, false]],
    ['10', [false, true, false]],
    ['-0.01', [false, false, true]],
  ])('knows the sign of %s', (text, expected) => {
    const value = dec(text)
    expect([isZero(value), isPositive(value), isNegative(value)]).toEqual(expected)
  })
})

describe('REL-35: what a window accepts', () => {
  it('is everything that is read from the broker, and its products', () => {
    const longest = `${'9'.repeat(40)}.${'9'.repeat(40)}`
    for (const text of ['1e39', '1E-40', longest, '-1.50E1', '0E-10', '-0.00']) {
      const value = parseDecimal(text)
      expect(zDecimal.safeParse(value).success, text).toBe(true)
      expect(zDecimal.safeParse(mul(value!, dec(longest))).success, text).toBe(true)
    }
    const places = `0.${'1'.repeat(120)}`
    for (const text of ['-0.01', '100', '1'.repeat(120), places]) {
      expect(zDecimal.safeParse(text).success, text).toBe(true)
    }
    for (const text of [
      ...['', '1e5', '-0', '-0.00', '01', '-01', '+1', '1.', '.5', ' 1', '1 ', '1.5x'],
      ...['1'.repeat(121), `${places}1`],
    ]) {
      expect(zDecimal.safeParse(text).success, text).toBe(false)
    }
  })
})

describe('REL-35: calculating', () => {
  it('refuses a binary float that reached it unnoticed, instead of rounding it', () => {
    const float = 0.1 as never
    expect(() => add(float, dec('0.2'))).toThrow(TypeError)
    expect(() => mul(dec('0.2'), float)).toThrow(TypeError)
    expect(() => div(dec('1'), float, 2, 'down')).toThrow(TypeError)
    expect(() => div(float, dec('3'), 2, 'down')).toThrow(TypeError)
  })

  it('is exact, without an exponent in the text', () => {
    expect(decimalText(add(dec('0.1'), dec('0.2')))).toBe('0.3')
    expect(decimalText(mul(dec('0.00000000000000000001'), dec('0.1')))).toBe(`0.${'0'.repeat(20)}1`)
    expect(decimalText(mul(dec('1e39'), dec('100')))).toBe(`1${'0'.repeat(41)}`)
    const huge = mul(dec('1e30'), dec('1e30'))
    const tiny = mul(dec('1e-30'), dec('1e-30'))
    expect(decimalText(mul(huge, huge))).toBe(`1${'0'.repeat(120)}`)
    expect(textOf(div(dec('1'), huge, 60, 'down'))).toBe(`0.${'0'.repeat(59)}1`)
    expect(textOf(div(huge, tiny, 0, 'down'))).toBe(`1${'0'.repeat(120)}`)
    expect(decimalText(toScale(tiny, 61, 'down'))).toBe(`0.${'0'.repeat(59)}10`)
    expect([decimalText(abs(dec('-2.5'))), decimalText(abs(dec('2.5')))]).toEqual(['2.5', '2.5'])
  })

  it.each([
    ['1.500', '1.5', 1],
    ['100', '100', 0],
    ['100.00', '100', 0],
    ['0.00', '0', 0],
    ['-1.050', '-1.05', 2],
  ])('trims %s', (text, expected, scale) => {
    expect(decimalText(trim(dec(text)))).toBe(expected)
    expect(significantScale(dec(text))).toBe(scale)
  })

  it.each([
    ['0.15', '0.05', true],
    ['0.16', '0.05', false],
    ['0', '0.05', true],
    ['-0.10', '0.05', true],
    ['1', '0', false],
    ['1', '-1', false],
  ])('knows whether %s is a multiple of %s', (value, step, expected) => {
    expect(isMultipleOf(dec(value), dec(step))).toBe(expected)
  })
})
