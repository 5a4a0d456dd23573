/** The question before an order is sent whose price is not current. */
export const priceQuestionText = {
  title: (count: number) =>
    count === 1 ? 'Send without a current price?' : `Send ${count} orders without a current price?`,
  notSent: (count: number) =>
    count === 1 ? 'The order has not been sent.' : `These ${count} orders have not been sent.`,
  atMarket: 'It will be executed at whatever the market is, which may be far from the last price.',
  atMarketSeveral:
    'They will be executed at whatever the market is, which may be far from the last prices.',
  noValue: 'Without any price, your limits on the value of an order cannot be checked.',
  last: 'Last price',
  bidAsk: 'Bid / ask',
  age: 'Age of the price',
  noPrice: 'None known',
  neverConfirmed: 'Never confirmed',
  old: (age: string) => `${age} old`,
  send: (count: number) =>
    count === 1 ? 'Send at any market price' : `Send ${count} at any market price`,
} as const
