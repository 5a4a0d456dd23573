import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { systemTimers } from '../../../electron/adapters/timers.js'
import { PROMPTS } from '../../../electron/assistant/server/prompts.js'
import { CORE_TOOLS, TOOLS } from '../../../electron/assistant/tools/index.js'
import type { Scope } from '../../../electron/practice/hosted/scopes.js'
import { TOOLS as HOSTED_TOOLS } from '../../../electron/practice/mcp/tools/index.js'
import { covers, TOOLSETS, type Toolset } from '../../../shared/domain/instructions/toolset.js'
import { CALLS } from '../../harness/assistant/tool-calls.js'
import {
  startEndpointFixture,
  TOKEN,
  type EndpointFixture,
} from '../../harness/assistant/endpoint-fixture.js'
import { connectBridge } from '../../harness/assistant/bridge-client.js'
import { toolNamesOf } from '../../harness/assistant/tool-identity.js'

const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})
/** Shortens the quarter of a second for which change notifications are collected. */
const timers = {
  ...systemTimers,
  after: (ms: number, call: () => void) => systemTimers.after(ms === 250 ? 25 : ms, call),
}
const until = (check: () => void): Promise<void> =>
  vi.waitFor(check, { timeout: 60_000, interval: 5 })
const quiet = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 150)
  })

const LISTS = ['tools', 'prompts', 'resources'] as const
type Mode = 'auto' | 'legacy'
interface Connection {
  readonly client: Client
  readonly lists: string[]
}
async function connect(
  mode: Mode,
  toolsets: readonly Toolset[] = TOOLSETS,
): Promise<Connection & { readonly fixture: EndpointFixture }> {
  const fixture = await startEndpointFixture({ timers, limits: { burst: 1_000 } })
  open.push(() => fixture.endpoint.close())
  fixture.fakePort.allow(toolsets)
  return { fixture, ...(await join(fixture, mode)) }
}
async function join(fixture: EndpointFixture, mode: Mode): Promise<Connection> {
  const client = new Client({ name: 'test-client', version: '1' }, { versionNegotiation: { mode } })
  const lists: string[] = []
  for (const list of LISTS) {
    client.setNotificationHandler(`notifications/${list}/list_changed`, () => {
      lists.push(list)
    })
  }
  await client.connect(
    new StreamableHTTPClientTransport(new URL(fixture.endpoint.url), {
      requestInit: { headers: { authorization: `Bearer ${TOKEN}` } },
    }),
  )
  open.push(() => client.close())
  return { client, lists }
}
const names = async (client: Client): Promise<readonly string[]> =>
  (await client.listTools()).tools.map(({ name }) => name)
const refusalOf = (answer: { content?: unknown }): unknown =>
  (
    JSON.parse((answer.content as { text: string }[] | undefined)?.[0]?.text ?? '{}') as {
      error?: unknown
    }
  ).error

/** What each prompt needs; none for the others. */
const PROMPT_ARGUMENTS: Readonly<Record<string, Record<string, string>>> = {
  prepare_limit_order: { symbol: 'AAPL', side: 'BUY', quantity: '1' },
  enter_with_bracket: { symbol: 'AAPL', quantity: '1' },
  protect_position: { symbol: 'AAPL' },
  close_position: { symbol: 'AAPL' },
  roll_option: { contract: 'AAPL261218C00190000' },
  rebalance: { weights: 'AAPL 20%' },
  order_when: { symbol: 'AAPL', when: 'above', price: '250', side: 'BUY', quantity: '1' },
}

describe('the toolsets of the tools', () => {
  it('gives every tool one toolset, and every toolset tools', () => {
    const names = TOOLS.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(TOOLSETS.map((toolset) => [toolset, toolNamesOf(toolset).length])).toEqual([
      ['account', 10],
      ['market-data', 57],
      ['trading', 33],
      ['instrument', 11],
      ['watchlists', 5],
      ['window', 8],
    ])
  })

  it('puts every tool that requests, previews, withdraws or follows an instruction into trading', () => {
    const instructionTools = TOOLS.filter(
      ({ name, effect, toolset }) =>
        toolset !== null &&
        effect !== 'watchlist' &&
        effect !== 'window' &&
        (effect !== 'read' || /_instruction$|^preview_/.test(name)),
    ).map(({ name }) => name)
    expect([...instructionTools].sort()).toEqual([...toolNamesOf('trading')].sort())
  })

  it('sorts read tools by the scopes of the hosted server', () => {
    const expectedToolset: Readonly<Record<Scope, Toolset>> = {
      'account:read': 'account',
      'order:read': 'account',
      'order:write': 'trading',
      'market:read': 'market-data',
      'instrument:read': 'instrument',
    }
    const scopes = new Map(HOSTED_TOOLS.map(({ name, scope }) => [name, scope]))
    const other = TOOLS.filter(({ name, toolset }) => {
      const scope = scopes.get(name)
      return scope !== undefined && expectedToolset[scope] !== toolset
    })
    // The hosted server counts these as order reads; here they belong to the toolset that creates
    // instructions.
    expect(other.map(({ name }) => name)).toEqual([
      'get_pending_instruction',
      'get_processed_instruction',
    ])
  })
})

describe.each(['auto', 'legacy'] as const)('toolsets of a connection, %s era', (mode) => {
  /**
   * The maximum number of characters of each listing, which an assistant reads at the start of
   * every conversation.
   */
  it.each([
    [TOOLSETS, 40_000],
    [['account'], 11_000],
    [['market-data'], 8_000],
    [['trading'], 25_000],
    [['instrument'], 8_000],
    [['watchlists'], 8_000],
    [['window'], 12_000],
  ] as const)(
    'the toolsets of %j are listed with everything that belongs to them, in fewer than %d characters',
    async (toolsets, maxCharacters) => {
      const { client } = await connect(mode, toolsets)
      const { tools } = await client.listTools()
      expect(tools.map(({ name }) => name)).toEqual(
        TOOLS.filter((tool) => CORE_TOOLS.has(tool.name) && covers(toolsets, [tool])).map(
          ({ name }) => name,
        ),
      )
      expect(JSON.stringify(tools).length).toBeLessThan(maxCharacters)
    },
  )

  it.each(TOOLSETS)(
    'a connection without %s is refused each of its tools by the name of the toolset, without effect',
    async (off) => {
      const { client, fixture } = await connect(
        mode,
        TOOLSETS.filter((toolset) => toolset !== off),
      )
      const instructs = new Set<string>(
        TOOLS.filter(({ effect }) => effect === 'instruct').map(({ name }) => name),
      )
      for (const tool of toolNamesOf(off)) {
        fixture.fakePort.calls.length = 0
        const answer = await client.callTool({
          name: tool,
          arguments: { ...CALLS[tool]?.('0'.repeat(32)) },
        })
        expect(answer.isError, tool).toBe(true)
        expect(refusalOf(answer), tool).toMatchObject({
          code: 'toolset-off',
          toolset: off,
          message: expect.stringContaining(off) as string,
          next: expect.stringContaining('Only the person can allow this toolset') as string,
        })
        expect(JSON.stringify(answer.content).includes('Nothing was requested'), tool).toBe(
          instructs.has(tool),
        )
        expect(fixture.fakePort.calls, tool).toEqual([])
      }
      expect(fixture.fakePort.requests).toEqual([])
      await expect(client.callTool({ name: 'get_everything', arguments: {} })).rejects.toThrow(
        /not found/,
      )
    },
  )

  it('report a disabled tool before any error in its arguments', async () => {
    const { client } = await connect(mode, ['account'])
    expect(
      refusalOf(
        await client.callTool({ name: 'place_stock_instruction', arguments: { nonsense: true } }),
      ),
    ).toMatchObject({ code: 'toolset-off' })
  })

  it('change from the next call on, within an open session, and notify every list', async () => {
    const { client, lists, fixture } = await connect(mode)
    expect(client.getServerCapabilities()).toMatchObject({
      tools: { listChanged: true },
      prompts: { listChanged: true },
      resources: { listChanged: true },
    })
    if (mode === 'auto') {
      expect(
        (
          await client.listen({
            toolsListChanged: true,
            promptsListChanged: true,
            resourcesListChanged: true,
          })
        ).honoredFilter,
      ).toEqual({ toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true })
    }
    // The stream of the older protocol era opens with a delay: change the toolsets back and forth
    // until a notification arrives.
    await until(() => {
      fixture.fakePort.allow(fixture.fakePort.allowed().length === 1 ? TOOLSETS : ['market-data'])
      expect(lists.length).toBeGreaterThan(0)
    })
    fixture.fakePort.allow(TOOLSETS)
    await quiet()
    lists.length = 0

    fixture.fakePort.allow(['market-data'])
    expect(await names(client)).toEqual(
      TOOLS.filter((tool) => CORE_TOOLS.has(tool.name) && covers(['market-data'], [tool])).map(
        ({ name }) => name,
      ),
    )
    expect((await client.callTool({ name: 'get_account_list', arguments: {} })).isError).toBe(true)
    await until(() => expect([...lists].sort()).toEqual([...LISTS].sort()))
    fixture.fakePort.allow(TOOLSETS)
    expect((await client.callTool({ name: 'get_account_list', arguments: {} })).isError).not.toBe(
      true,
    )
    expect(await names(client)).toHaveLength(CORE_TOOLS.size)
    await quiet()
    lists.length = 0
    for (let times = 0; times < 5; times += 1) fixture.fakePort.notifyWatchers()
    await quiet()
    expect(lists, 'nothing is told of a list that is as it was').toEqual([])
  })

  it('notify a client of the bridge too', async () => {
    const fixture = await startEndpointFixture({ timers, limits: { burst: 1_000 } })
    open.push(() => fixture.endpoint.close())
    const { client } = await connectBridge(mode, fixture.folder, TOKEN)
    open.push(() => client.close())
    let notifications = 0
    client.setNotificationHandler('notifications/tools/list_changed', () => {
      notifications += 1
    })
    if (mode === 'auto') await client.listen({ toolsListChanged: true })
    await until(() => {
      fixture.fakePort.allow(fixture.fakePort.allowed().length === 1 ? TOOLSETS : ['instrument'])
      expect(notifications).toBeGreaterThan(0)
    })
    fixture.fakePort.allow(['instrument'])
    expect(await names(client)).toEqual([
      ...toolNamesOf('instrument').filter((name) => CORE_TOOLS.has(name)),
      ...toolNamesOf(null),
    ])
    expect(refusalOf(await client.callTool({ name: 'get_policy', arguments: {} }))).toMatchObject({
      code: 'toolset-off',
      toolset: 'account',
    })
  })

  it("notify only the resource list when the connection's accounts change", async () => {
    const { client, lists, fixture } = await connect(mode)
    if (mode === 'auto') {
      await client.listen({
        toolsListChanged: true,
        promptsListChanged: true,
        resourcesListChanged: true,
      })
    }
    let some = false
    await until(() => {
      some = !some
      fixture.fakePort.port.scope = () => ({ toolsets: [...TOOLSETS], accounts: some ? [] : 'all' })
      fixture.fakePort.notifyWatchers()
      expect(lists.length).toBeGreaterThan(0)
    })
    await quiet()
    expect(new Set(lists)).toEqual(new Set(['resources']))
  })

  it('give access to the resources whose equivalent tool is allowed', async () => {
    const { client, fixture } = await connect(mode, ['market-data', 'trading', 'instrument'])
    fixture.fakePort.calls.length = 0
    expect((await client.listResources()).resources).toEqual([])
    expect((await client.listResourceTemplates()).resourceTemplates).toEqual([])
    for (const uri of [
      'countersign://policy',
      'countersign://positions/ACC1',
      'countersign://orders/ACC1',
      'countersign://positions/ACC2',
    ]) {
      await expect(client.readResource({ uri }), uri).rejects.toThrow(
        /toolset-off: get_\w+ belongs to the toolset account/,
      )
    }
    expect(fixture.fakePort.calls, 'nothing was read').toEqual([])
    fixture.fakePort.allow(['account'])
    expect((await client.listResources()).resources.map(({ uri }) => uri)).toEqual([
      'countersign://policy',
      'countersign://positions/ACC1',
      'countersign://orders/ACC1',
    ])
    expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(2)
    const {
      contents: [policy],
    } = await client.readResource({ uri: 'countersign://policy' })
    expect(JSON.parse(policy !== undefined && 'text' in policy ? policy.text : '')).toMatchObject({
      toolsets: ['account'],
    })
  })

  it('refuse a subscription to a resource whose tool is not allowed', async () => {
    if (mode !== 'legacy') return
    const { client, fixture } = await connect(mode, ['market-data'])
    for (const uri of ['countersign://policy', 'countersign://positions/ACC1']) {
      await expect(client.subscribeResource({ uri }), uri).rejects.toThrow(
        /toolset-off: get_\w+ belongs to the toolset account/,
      )
    }
    fixture.fakePort.allow(['account'])
    await client.subscribeResource({ uri: 'countersign://policy' })
  })

  it('stop notifications for resources that the connection may no longer read', async () => {
    const { client, fixture } = await connect(mode)
    const uris: string[] = []
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
      uris.push(params.uri)
    })
    if (mode === 'legacy') await client.subscribeResource({ uri: 'countersign://positions/ACC1' })
    else await client.listen({ resourceSubscriptions: ['countersign://positions/ACC1'] })
    await until(() => {
      fixture.fakePort.notifyWatchers()
      expect(uris.length).toBeGreaterThan(0)
    })
    fixture.fakePort.allow(['market-data'])
    await quiet()
    uris.length = 0
    fixture.fakePort.notifyWatchers()
    await quiet()
    expect(uris).toEqual([])
  })

  const MIXED: readonly (readonly Toolset[])[] = [
    ...TOOLSETS.map((only) => [only]),
    ['account', 'market-data'],
    ['account', 'trading'],
    ['account', 'market-data', 'trading'],
  ]
  it.each(MIXED.map((given) => ({ given })))(
    'offer only prompts whose tools are all allowed: $given',
    async ({ given }) => {
      const { client, fixture } = await connect(mode, given)
      const listed = (await client.listPrompts()).prompts.map(({ name }) => name)
      expect(listed).toEqual(
        PROMPTS.filter(({ tools }) => covers(given, tools)).map(({ name }) => name),
      )
      fixture.fakePort.calls.length = 0
      for (const { name } of PROMPTS) {
        const prompt = client.getPrompt({
          name,
          arguments: PROMPT_ARGUMENTS[name] ?? {},
        })
        if (listed.includes(name)) expect((await prompt).messages, name).toHaveLength(1)
        else await expect(prompt, name).rejects.toThrow(/toolset-off: \w+ belongs to the toolset/)
      }
      expect(fixture.fakePort.calls).toEqual([])
    },
  )

  it('are reflected in the server instructions: no disabled tool, every disabled toolset named', async () => {
    for (const toolsets of [
      TOOLSETS,
      ...TOOLSETS.map((only) => [only]),
    ] as readonly (readonly Toolset[])[]) {
      const { client } = await connect(mode, toolsets)
      const instructions = client.getInstructions() ?? ''
      for (const tool of TOOLS) {
        if (instructions.includes(tool.name)) {
          expect([tool.name, covers(toolsets, [tool])]).toEqual([tool.name, true])
        }
      }
      for (const toolset of TOOLSETS) {
        expect(
          /toolsets ([^.]*)\./.exec(instructions)?.[1]?.split(', ').includes(toolset) ?? false,
          `${toolset} in: ${instructions}`,
        ).toBe(!toolsets.includes(toolset))
      }
    }
  })
})

it('a prompt names only tools that it declares', async () => {
  const { client } = await connect('auto')
  for (const { name, tools } of PROMPTS) {
    const { messages } = await client.getPrompt({
      name,
      arguments: PROMPT_ARGUMENTS[name] ?? {},
    })
    const named = new Set(JSON.stringify(messages).match(/\b\w+\b/g))
    expect(
      TOOLS.filter(
        (tool) => named.has(tool.name) && !tools.some(({ name }) => name === tool.name),
      ).map((tool) => tool.name),
      name,
    ).toEqual([])
  }
})
