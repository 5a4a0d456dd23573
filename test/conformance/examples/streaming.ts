import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { STREAMING_OPERATIONS } from '../../../shared/wire/families/market-data/streaming.js'
import type { MqttClient } from '../../contract/practice/client/mqtt-client.js'
import type { ToolAnswer, Examples } from '../session/example.js'

const NOT_CONNECTED: ToolAnswer = [417, 'INVALID_PARAMETER']
const SYMBOL: ToolAnswer = [417, 'UNSUPPORTED_SYMBOL']
const ILLEGAL: ToolAnswer = [417, 'ILLEGAL_PARAMETER']
let stream: MqttClient

const subscription = { symbols: ['AAPL'], category: 'US_STOCK', sub_types: ['SNAPSHOT'] } as const

/** Examples of MARKET-10, the HTTP part; the stream itself is in `streams.ts`. */
export const STREAMING: Examples = {
  'market.streaming.subscribe': {
    request: async (context) => {
      stream = await context.stream()
      return {
        session_id: stream.sessionId,
        symbols: [...subscription.symbols],
        category: subscription.category,
        sub_types: [...subscription.sub_types],
        grab: 'true',
      }
    },
    shows: async () => {
      const [snapshot] = await stream.until(() =>
        stream.snapshots().length > 0 ? stream.snapshots() : undefined,
      )
      expect(snapshot?.basic?.symbol).toBe('AAPL')
      await stream.leave()
    },
    refuses: [
      {
        what: 'a session that is not connected',
        with: { session_id: randomUUID() },
        answer: NOT_CONNECTED,
      },
      { what: 'an unknown symbol', with: { symbols: ['NOSUCH'] }, answer: SYMBOL },
      { what: 'an unknown sub type', with: { sub_types: ['CANDLES'] }, answer: ILLEGAL },
      { what: 'more levels than there are', with: { depth: '51' }, answer: ILLEGAL },
      {
        what: 'too many symbols',
        with: { symbols: Array.from({ length: 101 }, (_, index) => `S${index}`) },
        answer: [417, 'TOO_MANY_SYMBOLS'],
      },
    ],
  },
  'market.streaming.unsubscribe': {
    request: async (context) => {
      stream = await context.stream()
      await context.call(STREAMING_OPERATIONS.subscribeMarketData, {
        session_id: stream.sessionId,
        symbols: ['AAPL'],
        category: 'US_STOCK',
        sub_types: ['SNAPSHOT'],
      })
      return {
        session_id: stream.sessionId,
        symbols: ['AAPL'],
        category: 'US_STOCK',
        sub_types: ['SNAPSHOT'],
      }
    },
    shows: async () => {
      // Messages under way may still arrive.
      await new Promise((resolve) => setTimeout(resolve, 400))
      const before = stream.snapshots().length
      await new Promise((resolve) => setTimeout(resolve, 700))
      expect(stream.snapshots().length).toBe(before)
      await stream.leave()
    },
    refuses: [
      {
        what: 'a session that is not connected',
        with: { session_id: randomUUID() },
        answer: NOT_CONNECTED,
      },
      { what: 'neither symbols nor everything', with: { symbols: undefined }, answer: ILLEGAL },
    ],
  },
}
