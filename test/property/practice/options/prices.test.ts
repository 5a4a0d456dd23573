import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { american, americanGreeks } from '../../../../electron/practice/options/american.js'
import {
  european,
  europeanGreeks,
  intrinsic,
  type Greeks,
  type Terms,
} from '../../../../electron/practice/options/black-scholes.js'
import {
  impliedVolatility,
  variance,
  type Smile,
} from '../../../../electron/practice/options/surface.js'

const between = (min: number, max: number) => fc.double({ min, max, noNaN: true })
const arbitraryTerms: fc.Arbitrary<Terms> = fc.record({
  right: fc.constantFrom('CALL', 'PUT'),
  spot: between(20, 800),
  strike: between(20, 800),
  time: between(1 / 365, 2.5),
  rate: between(0.005, 0.08),
  yield: between(0, 0.06),
  volatility: between(0.08, 1.2),
})
const models = [
  ['European', european, europeanGreeks],
  ['American', american, americanGreeks],
] as const
/** A hundredth of a cent per 100 dollars, for rounding errors. */
const slack = ({ spot, strike }: Terms): number => 1e-6 * Math.max(spot, strike)

describe('option values', () => {
  it('satisfy put-call parity when European', () => {
    fc.assert(
      fc.property(arbitraryTerms, (terms) => {
        const { spot, strike, time, rate, yield: dividend } = terms
        const difference =
          european({ ...terms, right: 'CALL' }) - european({ ...terms, right: 'PUT' })
        expect(difference).toBeCloseTo(
          spot * Math.exp(-dividend * time) - strike * Math.exp(-rate * time),
          8,
        )
      }),
      { numRuns: 500 },
    )
  })

  it('satisfy the parity bounds when American', () => {
    fc.assert(
      fc.property(arbitraryTerms, (terms) => {
        const { spot, strike, time, rate, yield: dividend } = terms
        const difference =
          american({ ...terms, right: 'CALL' }) - american({ ...terms, right: 'PUT' })
        // The quadratic approximation is accurate to some tenths of a percent of the strike for
        // long terms.
        const loose = 0.006 * strike
        expect(difference).toBeGreaterThanOrEqual(
          spot * Math.exp(-dividend * time) - strike - loose,
        )
        expect(difference).toBeLessThanOrEqual(spot - strike * Math.exp(-rate * time) + loose)
      }),
      { numRuns: 500 },
    )
  })

  it('values of American options lie between the European or intrinsic value and the upper bound', () => {
    fc.assert(
      fc.property(arbitraryTerms, (terms) => {
        const value = american(terms)
        expect(value).toBeGreaterThanOrEqual(european(terms) - slack(terms))
        expect(value).toBeGreaterThanOrEqual(
          intrinsic(terms.right, terms.spot, terms.strike) - slack(terms),
        )
        expect(value).toBeLessThanOrEqual(
          (terms.right === 'CALL' ? terms.spot : terms.strike) + slack(terms),
        )
      }),
      { numRuns: 500 },
    )
  })

  it.each(models)(
    'option values of %s: rise with the spot for calls, fall for puts, by no more than the spot',
    (_name, value) => {
      fc.assert(
        fc.property(arbitraryTerms, between(0.01, 20), (terms, more) => {
          const change = value({ ...terms, spot: terms.spot + more }) - value(terms)
          const signed = terms.right === 'CALL' ? change : -change
          expect(signed).toBeGreaterThanOrEqual(-slack(terms))
          expect(signed).toBeLessThanOrEqual(more + slack(terms))
        }),
        { numRuns: 300 },
      )
    },
  )

  it.each(models)(
    'option values of %s: fall with the strike for calls, rise for puts, and are convex in it',
    (_name, value) => {
      fc.assert(
        fc.property(arbitraryTerms, between(0.5, 10), (terms, step) => {
          const [low, middle, high] = [
            terms.strike,
            terms.strike + step,
            terms.strike + 2 * step,
          ].map((strike) => value({ ...terms, strike })) as [number, number, number]
          const fall = terms.right === 'CALL' ? low - middle : middle - low
          expect(fall).toBeGreaterThanOrEqual(-slack(terms))
          expect(fall).toBeLessThanOrEqual(step + slack(terms))
          expect(low - 2 * middle + high).toBeGreaterThanOrEqual(-slack(terms))
        }),
        { numRuns: 300 },
      )
    },
  )

  it.each(models)('option values of %s: rise with the volatility', (_name, value) => {
    fc.assert(
      fc.property(arbitraryTerms, between(0.001, 0.3), (terms, more) => {
        expect(
          value({ ...terms, volatility: terms.volatility + more }) - value(terms),
        ).toBeGreaterThanOrEqual(-slack(terms))
      }),
      { numRuns: 300 },
    )
  })

  it('values of American options rise with the time to expiry', () => {
    fc.assert(
      fc.property(arbitraryTerms, between(0.01, 0.5), (terms, more) => {
        expect(
          american({ ...terms, time: terms.time + more }) - american(terms),
        ).toBeGreaterThanOrEqual(-1e-4 * terms.strike)
      }),
      { numRuns: 300 },
    )
  })

  it.each(models)(
    'option values of %s: have greeks that equal the differences of the value',
    (_name, value, greeks) => {
      fc.assert(
        fc.property(arbitraryTerms, (terms) => {
          const computed: Greeks = greeks(terms)
          const slope = (name: 'spot' | 'time' | 'volatility' | 'rate', step: number): number =>
            (value({ ...terms, [name]: terms[name] + step }) -
              value({ ...terms, [name]: terms[name] - step })) /
            (2 * step)
          const bump = 1e-4 * terms.spot
          const early =
            value === american &&
            Math.abs(value(terms) - intrinsic(terms.right, terms.spot, terms.strike)) <
              1e-4 * terms.strike
          // At the early exercise price the second derivative jumps, so differences are not valid
          // there.
          fc.pre(!early)
          expect(computed.delta).toBeCloseTo(slope('spot', bump), 3)
          const second =
            (value({ ...terms, spot: terms.spot + bump }) -
              2 * value(terms) +
              value({ ...terms, spot: terms.spot - bump })) /
            (bump * bump)
          expect(Math.abs(computed.gamma - second) * terms.spot).toBeLessThan(
            0.02 + 0.02 * Math.abs(second) * terms.spot,
          )
          const near = (a: number, b: number): void =>
            expect(Math.abs(a - b)).toBeLessThanOrEqual(0.01 * Math.abs(b) + 1e-3 * terms.spot)
          near(computed.theta, -slope('time', Math.min(2e-4, terms.time / 4)))
          near(computed.vega, slope('volatility', 5e-4))
          near(computed.rho, slope('rate', 5e-5))
        }),
        { numRuns: 300 },
      )
    },
  )

  it('match the textbook', () => {
    // Haug, The Complete Guide to Option Pricing Formulas, 2nd edition, Black-Scholes-Merton.
    expect(
      european({
        right: 'PUT',
        spot: 100,
        strike: 95,
        time: 0.5,
        rate: 0.1,
        yield: 0.05,
        volatility: 0.2,
      }),
    ).toBeCloseTo(2.4648, 4)
  })

  it('values of American options are near the values of a binomial tree', () => {
    fc.assert(
      fc.property(arbitraryTerms, (terms) => {
        // A tree oscillates about the value with its number of steps; two neighboring trees lie on
        // opposite sides.
        const reference = (tree(terms, 200) + tree(terms, 201)) / 2
        // The approximation error grows with the possible price range; measured: 1.06% at 115%
        // volatility and 2.4 years.
        const off = Math.max(0.004, 0.0065 * terms.volatility * Math.sqrt(terms.time))
        expect(Math.abs(american(terms) - reference)).toBeLessThan(
          off * Math.max(terms.spot, terms.strike) + 0.01,
        )
      }),
      { numRuns: 60 },
    )
  })
})

/** Computes the value by a Cox-Ross-Rubinstein tree, as the reference. */
function tree(
  { right, spot, strike, time, rate, yield: dividend, volatility }: Terms,
  steps: number,
): number {
  const dt = time / steps
  const up = Math.exp(volatility * Math.sqrt(dt))
  const chance = (Math.exp((rate - dividend) * dt) - 1 / up) / (up - 1 / up)
  const discount = Math.exp(-rate * dt)
  let values = Array.from({ length: steps + 1 }, (_, i) =>
    intrinsic(right, spot * up ** (2 * i - steps), strike),
  )
  for (let left = steps - 1; left >= 0; left -= 1) {
    const next = values
    values = Array.from({ length: left + 1 }, (_, i) =>
      Math.max(
        intrinsic(right, spot * up ** (2 * i - left), strike),
        discount * (chance * (next[i + 1] ?? 0) + (1 - chance) * (next[i] ?? 0)),
      ),
    )
  }
  return values[0] ?? 0
}

describe('the volatility surface', () => {
  const smiles: fc.Arbitrary<Smile> = fc.record({
    level: between(0.1, 0.9),
    skew: between(-0.6, 0),
    curvature: between(0.6, 1.25),
  })
  const spells = between(0.6, 1.7)

  it('has an at-the-money variance that grows with time', () => {
    fc.assert(
      fc.property(
        smiles,
        spells,
        between(0.001, 3),
        between(0.001, 1),
        (smile, spell, time, more) => {
          expect(variance(smile, spell, time + more)).toBeGreaterThan(variance(smile, spell, time))
        },
      ),
    )
  })

  it('has no butterfly or calendar arbitrage', () => {
    fc.assert(
      fc.property(
        smiles,
        spells,
        between(0.003, 2.5),
        between(-0.6, 0.5),
        between(0.002, 0.03),
        between(0.01, 0.8),
        (smile, spell, time, money, width, more) => {
          // On a forward of 100, without interest: a butterfly must have a positive price, and so
          // must more time at the same moneyness.
          const call = (moneyness: number, timeLeft: number): number => {
            const strike = 100 * Math.exp(moneyness)
            return european({
              right: 'CALL',
              spot: 100,
              strike,
              time: timeLeft,
              rate: 0,
              yield: 0,
              volatility: impliedVolatility(smile, spell, moneyness, timeLeft),
            })
          }
          const [low, middle, high] = [money - width, money, money + width].map(
            (moneyness) => 100 * Math.exp(moneyness),
          ) as [number, number, number]
          const weight = (high - middle) / (high - low)
          expect(
            weight * call(money - width, time) +
              (1 - weight) * call(money + width, time) -
              call(money, time),
          ).toBeGreaterThanOrEqual(-1e-9)
          expect(call(money, time + more) - call(money, time)).toBeGreaterThanOrEqual(-1e-9)
        },
      ),
      { numRuns: 500 },
    )
  })

  it('is higher on the downside where the skew is negative', () => {
    const smile: Smile = { level: 0.2, skew: -0.55, curvature: 1.2 }
    expect(impliedVolatility(smile, 1, -0.1, 0.25)).toBeGreaterThan(
      impliedVolatility(smile, 1, 0, 0.25),
    )
    expect(impliedVolatility(smile, 1, -0.1, 0.25)).toBeGreaterThan(
      impliedVolatility(smile, 1, 0.1, 0.25),
    )
  })
})
