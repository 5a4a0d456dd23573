import type { Decimal } from '../../../domain/decimal.js'
import type { Message } from '../../message.js'
import type { Writer } from '../../writer.js'

const inDays = (days: number, writer: Writer): string =>
  days === 0 ? 'today' : writer.plural(days, { one: 'in # day', other: 'in # days' })

/** A lot that a sale closes at a loss; without a day it was held before the first record. */
type LossLotParams = {
  readonly day: string | null
  readonly quantity: Decimal
  readonly loss: Decimal
}

/** What another account of the person bought; without a day only an option was opened there. */
type OtherAccountParams = {
  readonly name: string
  readonly quantity: Decimal
  readonly day: string | null
  readonly optionDay: string | null
}

/** Reminders about an order: facts, and where they are from. */
export const reminder = {
  broker: 'Broker’s calendar and account data',
  market: 'Market data',
  account: 'Your positions and equity at market prices',
  lots: 'The lots of your journal',
  records: 'Your executions of the last 30 days',
  earningsLabel: 'Earnings',
  earnings: (
    { symbol, day, days }: { readonly symbol: string; readonly day: string; readonly days: number },
    writer: Writer,
  ) => `${symbol} reports earnings ${inDays(days, writer)} (${writer.day(day)}).`,
  exDividendLabel: 'Dividend',
  exDividend: (
    {
      symbol,
      day,
      days,
      amount,
      currency,
    }: {
      readonly symbol: string
      readonly day: string
      readonly days: number
      readonly amount: Decimal
      readonly currency: string
    },
    writer: Writer,
  ) =>
    `${symbol} goes ex-dividend ${inDays(days, writer)} (${writer.day(day)}): ${writer.money(amount, currency)} a share.`,
  spreadLabel: 'Wide spread',
  spread: (
    { spread, percent }: { readonly spread: Decimal; readonly percent: Decimal },
    writer: Writer,
  ) =>
    `Bid and ask are ${writer.exactPrice(spread)} apart, ${writer.decimal(percent)}% of the price.`,
  sizeLabel: 'Size',
  size: (
    {
      quantity,
      offered,
      price,
      side,
    }: {
      readonly quantity: Decimal
      readonly offered: Decimal
      readonly price: Decimal
      readonly side: 'bid' | 'ask'
    },
    writer: Writer,
  ) =>
    `The order is for ${writer.decimal(quantity)}; the ${side} at ${writer.exactPrice(price)} shows ${writer.decimal(offered)}. The rest may fill at worse prices.`,
  trendLabel: 'Last hour',
  trend: (
    {
      symbol,
      percent,
      rose,
    }: { readonly symbol: string; readonly percent: Decimal; readonly rose: boolean },
    writer: Writer,
  ) => `${symbol} ${rose ? 'rose' : 'fell'} ${writer.decimal(percent)}% in the last hour.`,
  washSaleLabel: 'Wash sale',
  washSale: (
    {
      symbol,
      loss,
      bought,
      day,
      until,
    }: {
      readonly symbol: string
      readonly loss: Decimal
      readonly bought: Decimal
      readonly day: string
      readonly until: string
    },
    writer: Writer,
  ) =>
    `Sells at about ${writer.money(loss, 'USD')} below your average cost, and ${writer.decimal(bought)} ${symbol} were bought within 30 days (last on ${writer.day(day)}): that part of the loss may be deferred for US taxes, also by a purchase until ${writer.day(until)}. The lots are not known, so this is by average cost.`,
  washSaleLots: (
    {
      symbol,
      loss,
      lots,
      more,
      bought,
      boughtDay,
      optionDay,
      until,
    }: {
      readonly symbol: string
      readonly loss: Decimal
      readonly lots: readonly LossLotParams[]
      readonly more: number
      readonly bought: Decimal
      readonly boughtDay: string | null
      readonly optionDay: string | null
      readonly until: string
    },
    writer: Writer,
  ) => {
    const listed = lots.map(({ day, quantity, loss: own }) =>
      day === null
        ? `${writer.decimal(quantity)} held before the first record (−${writer.money(own, 'USD')})`
        : `${writer.decimal(quantity)} bought on ${writer.day(day)} (−${writer.money(own, 'USD')})`,
    )
    const rest =
      more === 0 ? [] : [writer.plural(more, { one: '# more lot', other: '# more lots' })]
    const sold = `Sells at a loss of about ${writer.money(loss, 'USD')}, first in, first out: ${writer.list([...listed, ...rest])}.`
    const option =
      optionDay === null
        ? ''
        : ` An option on ${symbol} opened on ${writer.day(optionDay)} may defer it too.`
    return boughtDay === null
      ? `${sold} A purchase until ${writer.day(until)} would defer the loss for US taxes.${option}`
      : `${sold} ${writer.decimal(bought)} ${symbol} that stay were bought within 30 days (last on ${writer.day(boughtDay)}): that part of the loss may be deferred for US taxes, also by a purchase until ${writer.day(until)}.${option}`
  },
  washSaleAccounts: (
    {
      own,
      symbol,
      accounts,
      unknown,
    }: {
      readonly own: Message | null
      readonly symbol: string
      readonly accounts: readonly OtherAccountParams[]
      readonly unknown: number
    },
    writer: Writer,
  ) => {
    const bought = accounts.map(({ name, quantity, day, optionDay }) =>
      day === null
        ? `an option opened on ${writer.day(optionDay ?? '')} in ${name}`
        : `${writer.decimal(quantity)} in ${name} (last on ${writer.day(day)})`,
    )
    return [
      own === null ? `Sells ${symbol} below your average cost.` : writer.message(own),
      ...(bought.length === 0
        ? []
        : [
            `Your other accounts bought ${symbol} within 30 days too: ${writer.list(bought)}. That may defer the loss for US taxes.`,
          ]),
      ...(unknown === 0
        ? []
        : [
            `Purchases in ${writer.plural(unknown, { one: '# other account', other: '# other accounts' })} are not known here until their journal was opened once.`,
          ]),
    ].join(' ')
  },
  dayTradesLabel: 'Day trades',
  dayTrades: ({ count }: { readonly count: number }, writer: Writer) =>
    writer.plural(count, {
      one: '# day trade is left in this account.',
      other: '# day trades are left in this account.',
    }),
  concentrationLabel: 'Concentration',
  concentration: (
    { symbol, percent }: { readonly symbol: string; readonly percent: Decimal },
    writer: Writer,
  ) => `${symbol} would be ${writer.decimal(percent)}% of the account’s equity.`,
} as const
