/** The status bar: money, the channels to the broker, request budgets and the exchange's clock. */
export const statusText = {
  buyingPower: 'Buying power',
  dayPnl: 'Day P&L',
  netLiquidation: 'Net liquidation',
  budget: 'Requests',
  budgetUse: (operation: string, used: number, limit: number, seconds: number) =>
    `${operation}: ${used} / ${limit} in ${seconds} s`,
  clock: 'New York',
  channels: { api: 'API', events: 'Events', market: 'Market' },
  states: {
    connecting: 'connecting',
    live: 'live',
    stale: 'stale',
    down: 'down',
    stopped: 'stopped',
  },
  lastUpdate: (age: string) => `last update ${age} ago`,
  never: 'no data yet',
  latency: (ms: string) => `${ms} ms`,
  /** How market data arrives. */
  ways: {
    tls: (port: number) => `By the stream, port ${port}.`,
    websocket: (port: number) =>
      `By the stream inside a WebSocket, port ${port}: this network closes its usual port.`,
    polling: (seconds: number) =>
      `No stream can be reached, so prices are read every ${seconds} s and show their age. It is tried again by itself. Orders are not affected.`,
  },
  polled: (seconds: number) => `every ${seconds} s`,
  /** Why the hours are not known. */
  hoursUntil: (year: number) => `This version knows the trading hours until the end of ${year}.`,
  session: {
    pre: 'Pre-market',
    regular: 'Open',
    post: 'After hours',
    overnight: 'Overnight',
    closed: 'Closed',
    unknown: 'Hours not known',
  },
} as const
