import type { Writer } from '../../writer.js'

/** Orders of a question: their number, some of their symbols, and how many are not named. */
export interface NamedOrders {
  readonly count: number
  readonly symbols: readonly string[]
  readonly more: number
}

type OrderWriter = Pick<Writer, 'plural' | 'list' | 'count'>

const symbolsOf = ({ symbols, more }: NamedOrders, { list, count }: OrderWriter): string =>
  more === 0 ? list(symbols) : list([...symbols, `${count(more)} more`])

/** What happens to pending instructions, whether Countersign ends or another profile opens. */
const instructions = (
  { count }: { readonly count: number },
  { plural }: Pick<Writer, 'plural'>,
): string =>
  plural(count, {
    one: '# pending instruction of an assistant is withdrawn. Nothing of it is sent.',
    other: '# pending instructions of assistants are withdrawn. Nothing of them is sent.',
  })

/** What happens to orders and instructions when Countersign ends. */
export const quit = {
  title: 'Quit Countersign?',
  workingOrders: (orders: NamedOrders, writer: OrderWriter) =>
    `${writer.plural(orders.count, { one: '# working order stays', other: '# working orders stay' })} at the broker (${symbolsOf(orders, writer)}). Working orders can still fill while Countersign is closed.`,
  practiceOrders: (orders: NamedOrders, writer: OrderWriter) =>
    `${writer.plural(orders.count, { one: '# practice order stays', other: '# practice orders stay' })} working (${symbolsOf(orders, writer)}). The practice exchange stops with Countersign and continues at the next start.`,
  inFlight: (orders: NamedOrders, writer: OrderWriter) =>
    `${writer.plural(orders.count, { one: '# order has a request', other: '# orders have requests' })} without a known outcome (${symbolsOf(orders, writer)}). Nothing is sent again; the outcome is checked with the broker at the next start.`,
  instructions,
  waiting: ({ count }: { readonly count: number }, { plural }: Pick<Writer, 'plural'>) =>
    plural(count, {
      one: '# instruction waits for its condition. It stays stored; conditions are not evaluated while Countersign is closed.',
      other:
        '# instructions wait for their conditions. They stay stored; conditions are not evaluated while Countersign is closed.',
    }),
  alerts: ({ count }: { readonly count: number }, { plural }: Pick<Writer, 'plural'>) =>
    plural(count, {
      one: '# alert is not evaluated until the next start.',
      other: '# alerts are not evaluated until the next start.',
    }),
  leave: 'Quit',
  cancelAndLeave: 'Cancel orders and quit',
  stay: 'Stay',
  notCanceled: ({ count }: { readonly count: number }, { plural }: Pick<Writer, 'plural'>) =>
    plural(count, {
      one: '# order could not be canceled. Countersign stays open; check the order.',
      other: '# orders could not be canceled. Countersign stays open; check the orders.',
    }),
} as const

/** What happens to orders and instructions when another profile opens. */
export const leaveProfile = {
  title: 'Switch to another profile?',
  workingOrders: (orders: NamedOrders, writer: OrderWriter) =>
    `${writer.plural(orders.count, { one: '# working order stays', other: '# working orders stay' })} at the broker (${symbolsOf(orders, writer)}). Working orders can still fill while another profile is open, and you do not see it here.`,
  practiceOrders: (orders: NamedOrders, writer: OrderWriter) =>
    `${writer.plural(orders.count, { one: '# practice order stays', other: '# practice orders stay' })} working (${symbolsOf(orders, writer)}). The practice exchange stops now and continues when you open this profile again.`,
  inFlight: (orders: NamedOrders, writer: OrderWriter) =>
    `${writer.plural(orders.count, { one: '# order has a request', other: '# orders have requests' })} without a known outcome (${symbolsOf(orders, writer)}). Nothing is sent again; the outcome is checked with the broker when you open this profile again.`,
  instructions,
  waiting: ({ count }: { readonly count: number }, { plural }: Pick<Writer, 'plural'>) =>
    plural(count, {
      one: '# instruction waits for its condition. It stays stored; its condition is not evaluated until you open this profile again.',
      other:
        '# instructions wait for their conditions. They stay stored; their conditions are not evaluated until you open this profile again.',
    }),
  alerts: ({ count }: { readonly count: number }, { plural }: Pick<Writer, 'plural'>) =>
    plural(count, {
      one: '# alert is not evaluated until you open this profile again.',
      other: '# alerts are not evaluated until you open this profile again.',
    }),
  leave: 'Switch',
  cancelAndLeave: 'Cancel orders and switch',
  stay: 'Stay',
  notCanceled: ({ count }: { readonly count: number }, { plural }: Pick<Writer, 'plural'>) =>
    plural(count, {
      one: '# order could not be canceled. This profile stays open; check the order.',
      other: '# orders could not be canceled. This profile stays open; check the orders.',
    }),
} as const
