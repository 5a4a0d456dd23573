import type { PersonalLimitName } from '../../../../domain/orders/limits/limit-ranges.js'

/** The form of the order limits that a person sets. */
export const limitsPanelText = {
  title: 'Order limits',
  intro:
    'These limits hold for every order of this profile, by hand and by assistants. Cancels, and orders that only reduce a position, always pass; the price band holds for those too.',
  heads: { limit: 'Limit', value: 'Value', used: 'In use now', initial: 'Default' },
  names: {
    maxQuantity: 'Largest order, quantity',
    maxNotional: 'Largest order, value',
    priceBand: 'Price band',
    maxShare: 'Share of the account',
    maxOpenOrders: 'Open orders',
    maxOrdersPerDay: 'Orders per day',
    maxDailyLoss: 'Daily loss',
  } satisfies Record<PersonalLimitName, string>,
  hints: {
    maxQuantity:
      'Shares or contracts in one order, also those that an amount buys. Coins are limited by value only.',
    maxNotional:
      'Price × quantity × multiplier, in the currency of the order. Sales and stops at the higher of their price and the market.',
    priceBand: 'How far a limit price may reach through the last price.',
    maxShare: "Value of one order, of the account's equity in its currency. Empty: no limit.",
    maxOpenOrders: 'Working orders, and orders whose outcome is unknown, in all accounts.',
    maxOrdersPerDay:
      'Orders sent in one trading day, in all accounts: for stocks from 20:00, for futures from 18:00 New York on the evening before, for crypto from midnight UTC. Empty: no limit.',
    maxDailyLoss:
      'Realized and open loss of one account, as Day P&L shows it. Reaching it locks the account until its next session, and nothing lifts that earlier. Empty: no limit.',
  } satisfies Record<PersonalLimitName, string>,
  units: {
    maxQuantity: 'units',
    maxNotional: 'per order',
    priceBand: '%',
    maxShare: '%',
    maxOpenOrders: 'orders',
    maxOrdersPerDay: 'orders',
    maxDailyLoss: 'per account',
  } satisfies Record<PersonalLimitName, string>,
  none: 'No limit',
  perOrder: 'Per order',
  equity: (amount: string) => `Equity ${amount}`,
  ofLimit: (used: string, limit: string) => `${used} of ${limit}`,
  dayPnl: (used: string, limit: string) => `Day P&L ${used} of ${limit}`,
  dayPnlOnly: (used: string) => `Day P&L ${used}`,
  required: 'Enter a number.',
  whole: 'Enter a whole number.',
  range: (min: string, max: string) => `Enter ${min} to ${max}.`,
  raisedTitle: 'You are raising limits',
  raisedNow: (names: string) => `${names}: in effect as soon as you save.`,
  raisedLater: (names: string) =>
    `${names}: in effect once every account begins its next trading day (stocks: 20:00 New York on the evening before). Until then the current value holds, so that a bad day cannot be made worse.`,
  raisedNowNote: 'Raised: in effect at once.',
  raisedLaterNote: 'Raised: from the next session.',
  lowered: 'Lower limits are in effect as soon as you save.',
  inEffect: (value: string, time: string) => `${value} holds until ${time} ET.`,
  inEffectSession: (value: string) => `${value} holds until the next session.`,
  save: 'Save limits',
  saved: 'Order limits saved',
  reset: 'Use defaults',
  locked: 'Locked for new orders',
} as const
