import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { systemTimers } from '../../../electron/adapters/timers.js'
import { PROMPTS } from '../../../electron/assistant/prompts.js'
import { TOOLS } from '../../../electron/assistant/tools/index.js'
import type { Scope } from '../../../electron/practice/mcp/scopes.js'
import { TOOLS as HOSTED_TOOLS } from '../../../electron/practice/mcp/tools/index.js'
import {
  covers,
  TOOLS_OF,
  TOOLSETS,
  toolsetOf,
  type Toolset,
} from '../../../shared/domain/toolset.js'
import { CALLS } from '../../harness/assistant-calls.js'
import { startRig, TOKEN, type Rig } from '../../harness/assistant-endpoint.js'
import { connectProgram } from '../../harness/assistant-program.js'

const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})
/** Changes are told together after a quarter of a second, which here is shorter. */
const timers = {
  ...systemTimers,
  after: (ms: number, call: () => void) => systemTimers.after(ms === 250 ? 25 : ms, call),
}
const until = (check: () => void): Promise<void> =>
  vi.waitFor(check, { timeout: 20_000, interval: 5 })
const quiet = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 150)
  })

const LISTS = ['tools', 'prompts', 'resources'] as const
type Mode = 'auto' | 'legacy'
interface Heard {
  readonly client: Client
  readonly lists: string[]
}
async function connect(
  mode: Mode,
  toolsets: readonly Toolset[] = TOOLSETS,
): Promise<Heard & { readonly rig: Rig }> {
  const rig = await startRig({ timers, limits: { burst: 1_000 } })
  open.push(() => rig.endpoint.close())
  rig.desk.allow(toolsets)
  return { rig, ...(await join(rig, mode)) }
}
async function join(rig: Rig, mode: Mode): Promise<Heard> {
  const client = new Client({ name: 'test-client', version: '1' }, { versionNegotiation: { mode } })
  const lists: string[] = []
  for (const list of LISTS) {
    client.setNotificationHandler(`notifications/${list}/list_changed`, () => {
      lists.push(list)
    })
  }
  await client.connect(
    new StreamableHTTPClientTransport(new URL(rig.endpoint.url), {
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

describe('the table of toolsets', () => {
  it('has every tool once, and no other', () => {
    const listed = TOOLSETS.flatMap((each) => [...TOOLS_OF[each]])
    expect([...listed].sort()).toEqual(TOOLS.map(({ name }) => name).sort())
    expect(new Set(listed).size).toBe(listed.length)
    expect(Object.keys(TOOLS_OF)).toEqual([...TOOLSETS])
  })

  it('has whatever asks for an order, withdraws or follows what was asked in trading', () => {
    const asks = TOOLS.filter(
      ({ name, effect }) => effect !== 'read' || /_instruction$|^preview_/.test(name),
    ).map(({ name }) => name)
    expect([...asks].sort()).toEqual([...TOOLS_OF.trading].sort())
  })

  it('tells reads apart as the scopes of the hosted server do', () => {
    const of: Readonly<Record<Scope, Toolset>> = {
      'account:read': 'account',
      'order:read': 'account',
      'order:write': 'trading',
      'market:read': 'market-data',
      'instrument:read': 'instrument',
    }
    const scopes = new Map(HOSTED_TOOLS.map(({ name, scope }) => [name, scope]))
    const other = TOOLS.filter(({ name }) => {
      const scope = scopes.get(name)
      return scope !== undefined && of[scope] !== toolsetOf(name)
    })
    // There they are orders that are looked at; here what was asked for belongs to the asking.
    expect(other.map(({ name }) => name)).toEqual([
      'get_pending_instruction',
      'get_processed_instruction',
    ])
  })
})

describe.each(['auto', 'legacy'] as const)('toolsets of a connection, %s era', (mode) => {
  /** How many characters an assistant reads of each at the start of every conversation, at most. */
  it.each([
    [TOOLSETS, 140_000],
    [['account'], 17_000],
    [['market-data'], 61_000],
    [['trading'], 51_000],
    [['instrument'], 13_000],
  ] as const)(
    '%j are listed with everything that belongs to them, in fewer than %d characters',
    async (toolsets, most) => {
      const { client } = await connect(mode, toolsets)
      const { tools } = await client.listTools()
      expect(tools.map(({ name }) => name)).toEqual(
        TOOLS.map(({ name }) => name).filter((name) => covers(toolsets, [name])),
      )
      expect(JSON.stringify(tools).length).toBeLessThan(most)
    },
  )

  it.each(TOOLSETS)(
    'without %s each of its tools is refused by name of the toolset, and does nothing',
    async (off) => {
      const { client, rig } = await connect(
        mode,
        TOOLSETS.filter((each) => each !== off),
      )
      const instructs = new Set<string>(
        TOOLS.filter(({ effect }) => effect === 'instruct').map(({ name }) => name),
      )
      for (const tool of TOOLS_OF[off]) {
        rig.desk.calls.length = 0
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
        expect(JSON.stringify(answer.content).includes('Nothing was asked for'), tool).toBe(
          instructs.has(tool),
        )
        expect(rig.desk.calls, tool).toEqual([])
      }
      expect(rig.desk.requests).toEqual([])
      await expect(client.callTool({ name: 'get_everything', arguments: {} })).rejects.toThrow(
        /not found/,
      )
    },
  )

  it('what is wrong with the arguments of a tool that is off is not said', async () => {
    const { client } = await connect(mode, ['account'])
    expect(
      refusalOf(
        await client.callTool({ name: 'place_stock_instruction', arguments: { nonsense: true } }),
      ),
    ).toMatchObject({ code: 'toolset-off' })
  })

  it('a change holds from the next call on, in a session that stands, and every list tells it', async () => {
    const { client, lists, rig } = await connect(mode)
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
    // The stream of the older eras opens when it opens: the person goes to and fro until something
    // is heard.
    await until(() => {
      rig.desk.allow(rig.desk.allowed().length === 1 ? TOOLSETS : ['market-data'])
      expect(lists.length).toBeGreaterThan(0)
    })
    rig.desk.allow(TOOLSETS)
    await quiet()
    lists.length = 0

    rig.desk.allow(['market-data'])
    expect(await names(client)).toEqual(
      TOOLS.map(({ name }) => name).filter((name) => covers(['market-data'], [name])),
    )
    expect((await client.callTool({ name: 'get_account_list', arguments: {} })).isError).toBe(true)
    await until(() => expect([...lists].sort()).toEqual([...LISTS].sort()))
    rig.desk.allow(TOOLSETS)
    expect((await client.callTool({ name: 'get_account_list', arguments: {} })).isError).not.toBe(
      true,
    )
    expect(await names(client)).toHaveLength(TOOLS.length)
    await quiet()
    lists.length = 0
    for (let times = 0; times < 5; times += 1) rig.desk.stir()
    await quiet()
    expect(lists, 'nothing is told of a list that is as it was').toEqual([])
  })

  it('who starts the bridge hears of it all the same', async () => {
    const rig = await startRig({ timers, limits: { burst: 1_000 } })
    open.push(() => rig.endpoint.close())
    const { client } = await connectProgram(mode, rig.endpoint.url, TOKEN)
    open.push(() => client.close())
    let told = 0
    client.setNotificationHandler('notifications/tools/list_changed', () => {
      told += 1
    })
    if (mode === 'auto') await client.listen({ toolsListChanged: true })
    await until(() => {
      rig.desk.allow(rig.desk.allowed().length === 1 ? TOOLSETS : ['instrument'])
      expect(told).toBeGreaterThan(0)
    })
    rig.desk.allow(['instrument'])
    expect(await names(client)).toHaveLength(TOOLS_OF.instrument.length)
    expect(refusalOf(await client.callTool({ name: 'get_policy', arguments: {} }))).toMatchObject({
      code: 'toolset-off',
      toolset: 'account',
    })
  })

  it('a change of its accounts changes the list of its resources, and that alone', async () => {
    const { client, lists, rig } = await connect(mode)
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
      rig.desk.port.scope = () => ({ toolsets: [...TOOLSETS], accounts: some ? [] : 'all' })
      rig.desk.stir()
      expect(lists.length).toBeGreaterThan(0)
    })
    await quiet()
    expect(new Set(lists)).toEqual(new Set(['resources']))
  })

  it('resources follow the toolset of the tool that says the same', async () => {
    const { client, rig } = await connect(mode, ['market-data', 'trading', 'instrument'])
    rig.desk.calls.length = 0
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
    expect(rig.desk.calls, 'nothing was read').toEqual([])
    rig.desk.allow(['account'])
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

  it('nobody hears that a resource changed which they may not read any more', async () => {
    const { client, rig } = await connect(mode)
    const uris: string[] = []
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
      uris.push(params.uri)
    })
    if (mode === 'legacy') await client.subscribeResource({ uri: 'countersign://positions/ACC1' })
    else await client.listen({ resourceSubscriptions: ['countersign://positions/ACC1'] })
    await until(() => {
      rig.desk.stir()
      expect(uris.length).toBeGreaterThan(0)
    })
    rig.desk.allow(['market-data'])
    await quiet()
    uris.length = 0
    rig.desk.stir()
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
    'prompts are those whose tools are all there: $given',
    async ({ given }) => {
      const { client, rig } = await connect(mode, given)
      const listed = (await client.listPrompts()).prompts.map(({ name }) => name)
      expect(listed).toEqual(
        PROMPTS.filter(({ tools }) => covers(given, tools)).map(({ name }) => name),
      )
      rig.desk.calls.length = 0
      for (const { name } of PROMPTS) {
        const asked = client.getPrompt({
          name,
          arguments:
            name === 'prepare_limit_order'
              ? { symbol: 'AAPL', side: 'BUY', quantity: '1' }
              : /position/.test(name)
                ? { symbol: 'AAPL' }
                : {},
        })
        if (listed.includes(name)) expect((await asked).messages, name).toHaveLength(1)
        else await expect(asked, name).rejects.toThrow(/toolset-off: \w+ belongs to the toolset/)
      }
      expect(rig.desk.calls).toEqual([])
    },
  )

  it('what a client is told first speaks of no tool that it has not, and names what is off', async () => {
    for (const toolsets of [
      TOOLSETS,
      ...TOOLSETS.map((only) => [only]),
    ] as readonly (readonly Toolset[])[]) {
      const { client } = await connect(mode, toolsets)
      const told = client.getInstructions() ?? ''
      for (const { name } of TOOLS) {
        if (told.includes(name)) expect([name, covers(toolsets, [name])]).toEqual([name, true])
      }
      for (const each of TOOLSETS) {
        expect(
          /toolsets ([^.]*)\./.exec(told)?.[1]?.split(', ').includes(each) ?? false,
          `${each} in: ${told}`,
        ).toBe(!toolsets.includes(each))
      }
    }
  })
})

it('a prompt names only tools that it says it needs', async () => {
  const { client } = await connect('auto')
  for (const { name, tools } of PROMPTS) {
    const { messages } = await client.getPrompt({
      name,
      arguments:
        name === 'prepare_limit_order'
          ? { symbol: 'AAPL', side: 'BUY', quantity: '1' }
          : /position/.test(name)
            ? { symbol: 'AAPL' }
            : {},
    })
    const named = new Set(JSON.stringify(messages).match(/\b\w+\b/g))
    expect(
      TOOLS.filter((tool) => named.has(tool.name) && !tools.includes(tool.name)).map(
        (tool) => tool.name,
      ),
      name,
    ).toEqual([])
  }
})
