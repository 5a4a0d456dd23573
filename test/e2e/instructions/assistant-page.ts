import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, type Locator, type Page } from '@playwright/test'
import type { Card, ConfirmView } from '../../../shared/domain/instructions/card.js'
import type { Pairing } from '../../../shared/domain/instructions/connection.js'
import type { Policy } from '../../../shared/domain/instructions/policy.schema.js'
import { dollars, type MainWindowPage } from '../support/main-window-page.js'
import { freePort } from '../../harness/system/free-port.js'
import { waitForInputDelay } from '../support/settle.js'
import { invoke } from '../support/bridge.js'
import { axeViolations, loadAxe } from '../support/axe.js'
import { pressTheme } from '../support/theme.js'

/** The fields of an instruction that these tests read from a tool's result. */
export type ToolResult = Readonly<Record<string, unknown>> & {
  readonly instruction_id: string
  readonly status: string
  readonly client_order_id: string | null
  readonly outcome: { readonly state: string } | null
}
export type ToolArguments = Readonly<Record<string, unknown>>

/** Invokes an operation that must succeed; returns its value. */
const invokeOk = async <T>(desk: MainWindowPage, op: string, input: unknown): Promise<T> => {
  const answer = await invoke(desk, op, input)
  expect(answer, `${op} ${JSON.stringify(answer)}`).toMatchObject({ ok: true })
  return answer.value as T
}

/**
 * Enables assistant access, over HTTP too, on a port of this process, so that parallel runs do not
 * collide.
 */
export async function openEndpoint(desk: MainWindowPage, offset: number): Promise<string> {
  const view = await invokeOk<{
    readonly endpoint: {
      readonly state: string
      readonly http: { readonly url: string; readonly state: string }
    }
  }>(desk, 'assistants.endpoint', { on: true, http: true, port: await freePort(offset) })
  expect([view.endpoint.state, view.endpoint.http.state]).toEqual(['listening', 'listening'])
  return view.endpoint.http.url
}

/** Pairs an assistant with high rate limits; `change` adds to its policy. */
export async function pairAssistant(
  desk: MainWindowPage,
  name: string,
  change: Partial<Policy> = {},
): Promise<Pairing> {
  const pairing = await invokeOk<Pairing>(desk, 'assistants.pair', { name, shadow: false })
  await raiseRateLimits(desk, pairing.connection, change)
  return pairing
}

/** Raises the rate limits of an assistant above the defaults. */
export const raiseRateLimits = (
  desk: MainWindowPage,
  { id, policy }: Pick<Pairing['connection'], 'id' | 'policy'>,
  change: Partial<Policy> = {},
): Promise<unknown> =>
  invokeOk(desk, 'assistants.policy', {
    id,
    policy: { ...policy, maxPerMinute: 60, maxPending: 20, ...change },
  })
/** Returns the paired assistants. */
export const pairedConnections = async (
  desk: MainWindowPage,
): Promise<readonly Pairing['connection'][]> =>
  (
    await invokeOk<{ readonly connections: readonly Pairing['connection'][] }>(
      desk,
      'assistants.get',
      {},
    )
  ).connections

/**
 * Waits until the MCP endpoint listens again after a start: the assistant session is created after
 * the trading session.
 */
export const endpointIsOpen = (desk: MainWindowPage): Promise<void> =>
  expect
    .poll(
      async () =>
        (
          await invokeOk<{ readonly endpoint: { readonly http: { readonly state: string } } }>(
            desk,
            'assistants.get',
            {},
          )
        ).endpoint.http.state,
    )
    .toBe('listening')

/** Connects the official client over Streamable HTTP, configured as the snippet says. */
export async function connectHttp(url: string, token: string): Promise<Client> {
  const client = new Client({ name: 'end-to-end', version: '1.0.0' })
  await client.connect(
    new StreamableHTTPClientTransport(new URL(url), {
      requestInit: { headers: { Authorization: `Bearer ${token}` } },
    }),
  )
  return client
}

/** Enables assistant access on a port of this process, pairs an assistant and connects it. */
export async function connectPaired(
  desk: MainWindowPage,
  name: string,
  offset: number,
  policy: Partial<Policy> = {},
): Promise<Client> {
  const url = await openEndpoint(desk, offset)
  return connectHttp(url, (await pairAssistant(desk, name, policy)).token)
}

/** Returns the snippet for clients that start a program. */
export const programSnippet = ({ snippets }: Pick<Pairing, 'snippets'>): string =>
  snippets.find(({ client }) => client === 'Claude Desktop')?.text ?? ''

/**
 * Connects the official client over standard input and output, with the command in settings that
 * Countersign has generated.
 */
export async function connectBridge(settings: string): Promise<Client> {
  const { command, args, env } = (
    JSON.parse(settings) as {
      mcpServers: { countersign: { command: string; args: string[]; env: Record<string, string> } }
    }
  ).mcpServers.countersign
  const client = new Client({ name: 'end-to-end', version: '1.0.0' })
  await client.connect(new StdioClientTransport({ command, args, env, stderr: 'ignore' }))
  return client
}

/** Calls a tool that must succeed. */
export async function callTool(
  client: Client,
  name: string,
  args: ToolArguments,
): Promise<ToolResult> {
  const answer = await client.callTool({ name, arguments: args })
  expect(answer.isError ?? false, `${name} ${JSON.stringify(answer.content)}`).toBe(false)
  return answer.structuredContent as ToolResult
}

/** Calls a tool that must refuse; returns its message. */
export async function refusal(client: Client, name: string, args: ToolArguments): Promise<string> {
  const answer = await client.callTool({ name, arguments: args })
  expect(answer.isError ?? false, `${name} ${JSON.stringify(answer)}`).toBe(true)
  return JSON.stringify(answer.content)
}

/**
 * Builds a stock order as an assistant requests it; by default its limit is two dollars above the
 * ask, so that it fills.
 */
export async function stockOrder(
  desk: MainWindowPage,
  quantity: string,
  more: ToolArguments = {},
): Promise<ToolArguments & { readonly account_id: string }> {
  const account_id = await desk.page
    .getByRole('combobox', { name: 'Trade with account' })
    .inputValue()
  return {
    account_id,
    symbol: 'AAPL',
    side: 'BUY',
    order_type: 'LIMIT',
    time_in_force: 'DAY',
    quantity,
    limit_price: plainDollars((await desk.cents('ask')) + 200),
    reason: '',
    ...more,
  }
}
/** Formats cents as a tool accepts a price. */
export const plainDollars = (cents: number): string => dollars(cents).replaceAll(/[$,]/g, '')

/**
 * Returns the exchange's orders of a symbol that this app has sent. The account's seeded history
 * has ids of another format.
 */
export const sentOrders = async (desk: MainWindowPage, symbol: string) =>
  (await desk.truth()).orders.filter(
    (order) =>
      order['symbol'] === symbol && /^[0-9a-f]{32}$/.test(String(order['client_order_id'])),
  )
export const ordersOf = async (desk: MainWindowPage, symbol: string, quantity: string) =>
  (await sentOrders(desk, symbol)).filter(
    (order) => order['total_quantity'] === `${quantity}.00000`,
  )

/** Returns true while the confirm window is visible. */
export const confirmVisible = (desk: MainWindowPage): Promise<boolean> =>
  desk.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().some(
      (browserWindow) =>
        browserWindow.webContents.getURL().includes('confirm.html') && browserWindow.isVisible(),
    ),
  )

/** Focuses the confirm window, as a person switching to it does. */
const focusConfirm = (desk: MainWindowPage): Promise<void> =>
  desk.app.evaluate(({ BrowserWindow }) => {
    const confirm = BrowserWindow.getAllWindows().find((browserWindow) =>
      browserWindow.webContents.getURL().includes('confirm.html'),
    )
    confirm?.show()
    confirm?.focus()
  })

/** Returns the confirm window, focused, once it is visible. */
export async function focusConfirmWindow(desk: MainWindowPage): Promise<Page> {
  const window = (): Page | undefined =>
    desk.app.windows().find((page) => page.url().includes('confirm.html'))
  await expect.poll(() => window() !== undefined && confirmVisible(desk)).toBe(true)
  const page = window()
  if (page === undefined) throw new Error('the confirm window is gone')
  await focusConfirm(desk)
  return page
}

/** Waits until the card with this line is shown and accepts input. */
export async function readCard(confirm: Page, line: string): Promise<void> {
  await expect(confirm.getByTestId('line')).toContainText(line)
  await waitForInputDelay(confirm)
}

/** Checks a card in every theme for accessibility and takes its picture; dark remains. */
export async function checkCardInThemes(
  desk: MainWindowPage,
  confirm: Page,
  picture: string,
  inView?: Locator,
): Promise<void> {
  for (const theme of ['light', 'contrast', 'dark'] as const) {
    await pressTheme(desk.page, theme)
    await expect(confirm.locator('html')).toHaveAttribute('data-theme', theme)
    await loadAxe(confirm)
    expect(await axeViolations(confirm, 'body'), theme).toEqual([])
    await inView?.scrollIntoViewIfNeeded()
    await desk.screenshot(`${picture}-${theme}`, confirm)
  }
}

/** Closes a decided card. */
export async function closeCard(confirm: Page): Promise<void> {
  await expect(confirm.getByTestId('close')).toBeVisible()
  await waitForInputDelay(confirm)
  await confirm.getByTestId('close').click()
}

/**
 * Scrolls to the end and waits until approve is armed. When another program's window takes the
 * focus and disarms it, focuses the confirm window again.
 */
export async function waitUntilArmed(desk: MainWindowPage, confirm: Page): Promise<Locator> {
  const approve = confirm.getByTestId('approve')
  await expect(async () => {
    // A part that was added with the numbers must be read too.
    await confirm.locator('[data-end]').evaluateAll(async (ends) => {
      for (const end of ends) {
        end.scrollIntoView()
        await new Promise((resolve) => setTimeout(resolve, 30))
      }
    })
    if ((await confirm.getByTestId('hold').getAttribute('data-hold')) === 'unfocused') {
      await focusConfirm(desk)
    }
    await expect(approve).toHaveAttribute('data-armed', 'true', { timeout: 3_500 })
  }).toPass({ intervals: [0] })
  return approve
}

/**
 * Presses Space through the program's own input path: a key of the DevTools protocol is not
 * evidence of a person (CONFIRM-42).
 */
export const pressSpace = (desk: MainWindowPage): Promise<void> =>
  desk.app.evaluate(({ BrowserWindow }) => {
    const page = BrowserWindow.getAllWindows().find((window) =>
      window.webContents.getURL().includes('confirm.html'),
    )?.webContents
    for (const type of ['keyDown', 'char', 'keyUp'] as const) {
      page?.sendInputEvent({ type, keyCode: 'Space' })
    }
  })

/** Presses approve as a person does, until the press counted. */
export const approveCard = async (desk: MainWindowPage, confirm: Page): Promise<void> => {
  await expect(async () => {
    await (await waitUntilArmed(desk, confirm)).click()
    await expect(confirm.getByTestId('approve')).toHaveCount(0, { timeout: 3_000 })
  }).toPass({ intervals: [0] })
}

type Bridge = {
  countersign: {
    invoke(
      op: string,
      input: unknown,
    ): Promise<{
      readonly ok: boolean
      readonly value?: unknown
      readonly error?: { readonly code: string }
    }>
  }
}
/** Calls the confirm page's own bridge, as code injected into that page would. */
export const fromConfirm = (
  confirm: Page,
  op: string,
  input: unknown,
): ReturnType<Bridge['countersign']['invoke']> =>
  confirm.evaluate(
    ([name, value]) => (window as unknown as Bridge).countersign.invoke(name as string, value),
    [op, input],
  )

/** Returns the card that main shows now. */
export async function cardNow(confirm: Page): Promise<Card> {
  const { card } = (await fromConfirm(confirm, 'confirm.get', {})).value as ConfirmView
  if (card === null) throw new Error('no card is shown')
  return card
}

/** Returns the decision that the page sends when approve is pressed on this card. */
export const approvalOf = (card: Pick<Card, 'id' | 'digest' | 'arming'>): ToolArguments => ({
  id: card.id,
  digest: card.digest,
  nonce: card.arming.nonce,
  decision: 'approve',
  acknowledged: [],
  typedQuantity: null,
  why: null,
  pauseMinutes: null,
})

/** Verifies the whole audit chain; it must be intact. */
export async function verifyAudit(
  desk: MainWindowPage,
): Promise<{ readonly state: string; readonly count: number }> {
  const report = await invokeOk<{
    readonly state: string
    readonly count: number
    readonly problem: unknown
  }>(desk, 'audit.verify', {})
  expect(report).toMatchObject({ state: 'verified', problem: null })
  return report
}
