import { add, asMoney, isZero, ZERO_MONEY, type Money } from '../decimal.js'

/** An amount of money in its currency. */
export interface CurrencyAmount {
  readonly currency: string
  readonly amount: Money
}

/**
 * Sums of money, one for each currency. There is no way to read a sum without naming its currency:
 * amounts of two currencies cannot be added without a rate, and nobody reports one.
 */
export class CurrencyAmounts {
  readonly #amounts: ReadonlyMap<string, Money>

  private constructor(amounts: ReadonlyMap<string, Money>) {
    this.#amounts = amounts
  }

  /** Sums amounts by their currencies. */
  static sumOf(parts: Iterable<CurrencyAmount>): CurrencyAmounts {
    const amounts = new Map<string, Money>()
    for (const { currency, amount } of parts) {
      amounts.set(currency, asMoney(add(amounts.get(currency) ?? ZERO_MONEY, amount)))
    }
    return new CurrencyAmounts(amounts)
  }

  /** Returns the sum in one currency; 0 without an amount in it. */
  in(currency: string): Money {
    return this.#amounts.get(currency) ?? ZERO_MONEY
  }

  /** Returns the sum when all of it is in this currency; null when there is money in another. */
  only(currency: string): Money | null {
    const isForeign = [...this.#amounts].some(
      ([other, amount]) => other !== currency && !isZero(amount),
    )
    return isForeign ? null : this.in(currency)
  }

  /** Adds other sums, each currency to itself. */
  plus(other: CurrencyAmounts): CurrencyAmounts {
    return CurrencyAmounts.sumOf(
      [this, other].flatMap((sums) =>
        [...sums.#amounts].map(([currency, amount]) => ({ currency, amount })),
      ),
    )
  }
}

/** A figure of a row in its currency; null while it is not known. */
export interface CurrencyFigure {
  readonly currency: string
  readonly amount: Money | null
}

/**
 * Totals of one figure over rows, one for each currency. A total is null while one of its rows
 * lacks the figure, because a part of the sum would be taken for the whole.
 */
export class CurrencyTotals {
  readonly #rows: readonly CurrencyFigure[]

  private constructor(rows: readonly CurrencyFigure[]) {
    this.#rows = rows
  }

  /** Totals figures by their currencies. */
  static sumOf(rows: Iterable<CurrencyFigure>): CurrencyTotals {
    return new CurrencyTotals([...rows])
  }

  /** Returns the total in one currency; null without a row in it. */
  in(currency: string): Money | null {
    const rows = this.#rows.filter((row) => row.currency === currency)
    const known = rows.flatMap(({ amount }) => (amount === null ? [] : [{ currency, amount }]))
    return rows.length === 0 || known.length < rows.length
      ? null
      : CurrencyAmounts.sumOf(known).in(currency)
  }

  /** Returns the total when all rows are in this currency; null when one is in another. */
  only(currency: string): Money | null {
    return this.#rows.every((row) => row.currency === currency) ? this.in(currency) : null
  }
}
