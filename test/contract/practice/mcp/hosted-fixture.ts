import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import type { PracticeState } from '../../../../shared/practice/practice-control.js'
import { until } from '../../../harness/system/until.js'
import { startExchange, type TestExchange } from '../support/test-exchange.js'
import { connectAssistant, type Assistant } from './assistant.js'
import { HeadlessClient } from './headless-client.js'
import { removeFolder } from '../../../harness/system/remove-folder.js'

/**
 * An exchange, an assistant signed in at its hosted server, and a Countersign client connected to
 * it, for the tests of one file.
 */
export class HostedFixture {
  exchange!: TestExchange
  account!: string
  assistant!: Assistant
  desk!: HeadlessClient
  #folder = ''
  #price = 1_000

  async open(): Promise<void> {
    this.exchange = await startExchange({ slotMs: 200 })
    this.account = await this.exchange.account()
    const { name: user, password } = this.exchange.practice.ready.user
    this.assistant = await connectAssistant(
      this.exchange.practice.ready,
      { user, password, accounts: [this.account] },
      { name: 'Cloud helper' },
    )
    this.#folder = await mkdtemp(join(tmpdir(), 'hosted-desk-'))
    this.desk = new HeadlessClient(this.exchange, this.#folder)
    await this.desk.start()
    await this.raiseLimits(this.desk)
  }

  async close(): Promise<void> {
    await this.desk.stop()
    await this.assistant.close()
    expect(this.exchange.errors).toEqual([])
    await this.exchange.close()
    await removeFolder(this.#folder)
  }

  /** Raises the limits, because tests create more instructions per minute than an assistant may. */
  async raiseLimits(desk: HeadlessClient): Promise<void> {
    const connection = await until(
      'the client is known',
      () => desk.connections.hosted.all()[0]?.connection,
    )
    expect(
      (
        await desk.connections.setPolicy(connection.id, {
          ...connection.policy,
          maxPerMinute: 60,
          maxPending: 20,
        })
      ).ok,
    ).toBe(true)
  }

  /** Returns a different order each time: identical requests within a minute become one card. */
  stock(over: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
    this.#price += 1
    const price = String(this.#price)
    return {
      account_id: this.account,
      symbol: 'AAPL',
      side: 'BUY',
      order_type: 'LIMIT',
      time_in_force: 'DAY',
      quantity: '1',
      limit_price: `${price.slice(0, -2)}.${price.slice(-2)}`,
      ...over,
    }
  }

  async requestInstruction(
    over: Readonly<Record<string, unknown>> = {},
    tool = 'place_stock_instruction',
  ): Promise<string> {
    const { failed, value } = await this.assistant.tool(
      tool,
      tool.startsWith('place') ? this.stock(over) : over,
    )
    expect([failed, value]).toMatchObject([false, { status: 'PENDING' }])
    return String(value['instruction_id'])
  }

  async processedInstruction(id: string): Promise<Record<string, unknown> | undefined> {
    return (
      (await this.assistant.tool('get_processed_instruction', { instruction_id: id })).value[
        'instructions'
      ] as Record<string, unknown>[]
    )[0]
  }

  /** Returns the result that the assistant reads once the instruction has ended. */
  async waitUntilProcessed(id: string): Promise<Record<string, unknown>> {
    for (let attempt = 0; attempt < 600; attempt += 1) {
      const found = await this.processedInstruction(id)
      if (found !== undefined) return found
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    throw new Error('it never ends')
  }

  /** Returns how often the exchange accepted each order. */
  async accepted(): Promise<PracticeState['accepted']> {
    return ((await this.exchange.practice.command({ command: 'state' })) as PracticeState).accepted
  }
}

/** Opens a fixture before the tests of the calling file and closes it after them. */
export function hostedFixture(): HostedFixture {
  const made = new HostedFixture()
  beforeAll(() => made.open())
  afterAll(() => made.close())
  return made
}
