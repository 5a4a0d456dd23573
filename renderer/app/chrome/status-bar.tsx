import type { WindowText } from '../../../shared/messages/window-text.js'
import {
  ArrowDownToLine,
  Bot,
  CirclePlay,
  Keyboard,
  LockKeyhole,
  OctagonX,
  type LucideIcon,
} from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { US_EQUITIES } from '../../../shared/domain/market/calendars/us-equities.js'
import { sessionAt } from '../../../shared/domain/market/exchange-time.js'
import { epochMs } from '../../../shared/domain/time.js'
import type { ChannelHealth } from '../../../shared/domain/session/health.js'
import { ownMoney, ownText } from '../../format/own.js'
import { exchangeTime, formatAge, timeHint } from '../../format/time.js'
import { useAllRows, useMainWindow, useSlice } from '../../stores/context.js'
import { useDayPnl } from '../../ui/accounts/use-day-pnl.js'
import { openPanel, showOverlay } from '../../stores/layout.js'
import { stopAssistants } from '../../stores/stop-assistants.js'
import { useText } from '../../language/window-text.js'
import { useEvery } from '../../ui/every.js'
import { lockOutBadge, lockOutReason } from '../../ui/lock-out/lock-out-text.js'
import { useLockOut } from '../../ui/lock-out/use-lock-out.js'
import { FigureAge, ValueAge } from '../../ui/accounts/figure-age.js'
import { DayPnlFigure } from '../../ui/accounts/day-pnl-figure.js'
import { runEvery } from '../../ui/paint/page-frames.js'
import { writeText } from '../../ui/paint/write-text.js'
import { haltTrading } from '../commands/halt.js'
import { HiddenAmounts } from './hidden-amounts.js'
import { formatOptionalMessage } from '../../format/message.js'
import { explain, explainByTab, fullText, lateHint, setHint } from '../../ui/hints/hint.js'

const NONE: readonly ChannelHealth[] = []

/** The status bar: environment, account, buying power, data freshness, and the halt controls. */
export function StatusBar() {
  const text = useText()
  const mainWindow = useMainWindow()
  const environment = useSlice(
    mainWindow.appState,
    (state) => state.value?.current?.environment ?? null,
  )
  const account = useSlice(
    mainWindow.session,
    (state) =>
      state.value?.accounts.find(
        (candidate) => candidate.accountId === state.value?.selectedAccount,
      ) ?? null,
  )
  const halted = useSlice(mainWindow.session, (state) => state.value?.trading === 'halted')
  return (
    <footer className="statusbar" data-region="status" tabIndex={-1} data-environment={environment}>
      {/* On overflow, whole facts are dropped from the end; the halt controls always stay. */}
      <div className="status-facts">
        {environment !== null && (
          <span className="status-item env-word">{text.environments[environment]}</span>
        )}
        {account !== null && (
          <span className="status-item tnum" {...fullText(account.label)}>
            {ownText(account.accountNumber)}
          </span>
        )}
        {environment === null && <span className="status-item">{text.app.starting}</span>}
        <Money />
        <span className="spring" />
        <Channels />
        <Clock />
      </div>
      <div className="status-acts">
        <UpdateBadge />
        <LockedOut />
        <HiddenAmounts />
        <ArmedKeys />
        <Pending />
        {environment !== null && <StopSwitch />}
        {environment !== null && <HaltSwitch halted={halted} />}
      </div>
    </footer>
  )
}

interface StatusButtonProps {
  readonly testId: string
  readonly icon: LucideIcon
  readonly hint: string
  /** True where it says that trading is stopped. */
  readonly isHalt?: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}

/** A part of the status bar that opens what it names. */
function StatusButton({
  testId,
  icon: Icon,
  hint,
  isHalt = false,
  onClick,
  children,
}: StatusButtonProps) {
  return (
    <button
      type="button"
      className={`status-item status-button${isHalt ? ' halted' : ''}`}
      data-testid={testId}
      {...explain(hint)}
      onClick={onClick}
    >
      <Icon size={12} aria-hidden />
      {children}
    </button>
  )
}

/** The lock-out of the selected account with its end; opens the limits. Hidden without one. */
function LockedOut() {
  const text = useText().limits
  const { layout } = useMainWindow()
  const lockOut = useLockOut()
  if (lockOut === null) return null
  return (
    <StatusButton
      testId="locked-out-badge"
      icon={LockKeyhole}
      hint={lockOutReason(lockOut, text)}
      isHalt
      onClick={() => showOverlay(layout, 'order-limits')}
    >
      {lockOutBadge(lockOut, text)}
    </StatusButton>
  )
}

/** Names a newer version until the person has postponed it. */
function UpdateBadge() {
  const text = useText().updates
  const { layout, updates } = useMainWindow()
  const version = useSlice(updates, ({ value }) =>
    value === null || value.postponed ? null : (value.offer?.version ?? null),
  )
  if (version === null) return null
  return (
    <StatusButton
      testId="update-badge"
      icon={ArrowDownToLine}
      hint={text.badgeHint}
      onClick={() => showOverlay(layout, 'updates')}
    >
      {text.badge(version)}
    </StatusButton>
  )
}

/** Shown while trading shortcuts are armed; a press disarms them. */
function ArmedKeys() {
  const text = useText().shortcuts.armed
  const { tradingKeys } = useMainWindow()
  const armed = useSlice(tradingKeys.state, (state) => state.armed)
  if (!armed) return null
  return (
    <button
      type="button"
      className="status-item status-button armed"
      data-testid="trading-keys-armed"
      {...explain(text.badgeHint)}
      onClick={() => tradingKeys.disarm()}
    >
      <Keyboard size={12} aria-hidden />
      {text.badge}
    </button>
  )
}

/** Shows how many instructions await a decision, from any panel. Hidden when there are none. */
function Pending() {
  const text = useText()
  const { instructions, layout } = useMainWindow()
  const count = useAllRows(instructions, 250).filter((row) => row.status === 'PENDING').length
  if (count === 0) return null
  return (
    <button
      type="button"
      className="status-item status-button pending-badge"
      data-testid="pending"
      {...explain(text.instructions.badgeHint)}
      onClick={() => openPanel(layout, 'instructions')}
    >
      <Bot size={12} aria-hidden />
      {text.instructions.badge(count)}
    </button>
  )
}

/**
 * The kill switch for assistants, shown while one is paired. One press halts them; afterwards it
 * opens the list of remaining orders.
 */
function StopSwitch() {
  const text = useText()
  const mainWindow = useMainWindow()
  const paired = useSlice(
    mainWindow.assistants,
    (state) =>
      state.value?.connections.some((connection) => connection.state !== 'revoked') ?? false,
  )
  const halted = useSlice(mainWindow.assistants, (state) => (state.value?.halt ?? null) !== null)
  const messages = text.instructions.kill
  if (halted) {
    return (
      <button
        type="button"
        className="status-item status-button halted"
        data-testid="assistants-halted"
        onClick={() => showOverlay(mainWindow.layout, 'kill')}
      >
        <Bot size={12} aria-hidden />
        {messages.halted}
      </button>
    )
  }
  return paired ? (
    <button
      type="button"
      className="status-item status-button"
      data-testid="stop-assistants"
      {...explain(messages.nowHint)}
      onClick={() => void stopAssistants(mainWindow)}
    >
      <Bot size={12} aria-hidden />
      {messages.now}
    </button>
  ) : null
}

/** Halts all sending with one press. Resuming requires confirmation. */
function HaltSwitch({ halted }: { readonly halted: boolean }) {
  const text = useText()
  const mainWindow = useMainWindow()
  return halted ? (
    <button
      type="button"
      className="status-item status-button halted"
      data-testid="resume"
      onClick={() => showOverlay(mainWindow.layout, 'resume')}
    >
      <CirclePlay size={12} aria-hidden />
      {text.halt.resumeCommand}
    </button>
  ) : (
    <button
      type="button"
      className="status-item status-button"
      data-testid="halt"
      {...explain(text.halt.explained)}
      onClick={() => void haltTrading(mainWindow)}
    >
      <OctagonX size={12} aria-hidden />
      {text.halt.command}
    </button>
  )
}

function Money() {
  const text = useText()
  const mainWindow = useMainWindow()
  const { value: balance } = useSlice(mainWindow.balance, (state) => state)
  const dayPnl = useDayPnl()
  if (balance === null) return null
  const main =
    balance.currencies.find((entry) => entry.currency === balance.currency) ?? balance.currencies[0]
  return (
    <>
      <span className="status-item">
        <span className="label">{text.status.buyingPower}</span>
        <strong className="tnum">{ownMoney(main?.buyingPower, balance.currency)}</strong>
        <FigureAge time={balance.asOf} hint={text.account.readHint} />
      </span>
      <span className="status-item">
        <span className="label">{text.status.dayPnl}</span>
        <DayPnlFigure pnl={dayPnl} currency={balance.currency} />
      </span>
      <span className="status-item status-wide">
        <span className="label">{text.status.netLiquidation}</span>
        <strong className="tnum">{ownMoney(balance.netLiquidation, balance.currency)}</strong>
        {balance.netLiquidation !== null && (
          <ValueAge moments={balance} hint={text.account.stoppedHint} />
        )}
      </span>
    </>
  )
}

function Channels() {
  const mainWindow = useMainWindow()
  const channels = useSlice(mainWindow.health, (state) => state.value?.channels ?? NONE)
  return (
    <>
      {channels.map((health) => (
        <ChannelItem key={health.channel} health={health} />
      ))}
      <BudgetItem />
    </>
  )
}

function ChannelItem({ health }: { readonly health: ChannelHealth }) {
  const text = useText()
  const { now } = useMainWindow()
  const { channel, state, lastMessageAt } = health
  const age = state === 'live' ? null : lastMessageAt
  useEvery(age === null ? null : 1_000)
  return (
    <span
      className={`status-item health ${state}`}
      {...lateHint(() => describe(health, now(), text))}
      data-channel={channel}
      data-state={state}
      data-way={health.way?.kind}
    >
      {text.status.channels[channel]}
      <span className="tnum">{channelFigure(health, text)}</span>
      {age !== null && <span className="tnum">{formatAge(now() - age)}</span>}
    </span>
  )
}

function BudgetItem() {
  const text = useText()
  const mainWindow = useMainWindow()
  const budget = useSlice(mainWindow.health, (state) => state.value?.budget ?? null)
  if (budget === null) return null
  const { operation, used, limit, windowSeconds } = budget
  return (
    <span
      className="status-item status-medium"
      {...explainByTab(text.status.budgetUse(operation, used, limit, windowSeconds))}
    >
      <span className="label">{text.status.budget}</span>
      <span className="tnum">
        {used}/{limit}
      </span>
    </span>
  )
}

/** Returns the delay of a live channel, how often its data is read, or its state. */
function channelFigure(
  { state, latencyMs, lastMessageAt, way }: ChannelHealth,
  { status }: WindowText,
): string {
  if (way?.kind === 'polling') return status.polled(way.everyMs / 1_000)
  if (state === 'live' && latencyMs !== null) {
    return status.latency(Math.round(latencyMs).toString())
  }
  return state === 'stale' && lastMessageAt === null ? status.never : status.states[state]
}

function describeWay(way: ChannelHealth['way'], { ways }: WindowText['status']): string | null {
  if (way === undefined) return null
  return way.kind === 'polling' ? ways.polling(way.everyMs / 1_000) : ways[way.kind](way.port)
}

function describe(health: ChannelHealth, now: number, text: WindowText): string {
  const lastUpdate =
    health.lastMessageAt === null
      ? text.status.never
      : text.status.lastUpdate(formatAge(now - health.lastMessageAt))
  return [
    `${text.status.channels[health.channel]}: ${text.status.states[health.state]}, ${lastUpdate}`,
    describeWay(health.way, text.status),
    formatOptionalMessage(health.detail),
  ]
    .filter((line) => line !== null)
    .join('\n')
}

/** The exchange's time of day and its session; updates its own text once a second. */
function Clock() {
  const text = useText()
  const { session, now } = useMainWindow()
  const offset = useSlice(session, (state) => state.value?.exchangeOffsetMs ?? null)
  const clock = useRef<HTMLTimeElement>(null)
  const word = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (offset === null) return undefined
    const paint = (): void => {
      const time = now() + offset
      if (clock.current !== null) writeText(clock.current, exchangeTime(time))
      const current = sessionAt(epochMs(time))
      const name = text.status.session[current]
      if (word.current !== null && writeText(word.current, name)) {
        const isKnown = current !== 'unknown'
        setHint(word.current, isKnown ? '' : text.status.hoursUntil(US_EQUITIES.years.to))
      }
    }
    paint()
    return runEvery(1_000, paint)
  }, [offset, now, text])
  if (offset === null) return null
  return (
    <span className="status-item">
      <span ref={word} className="label" />
      <span className="label status-medium">{text.status.clock}</span>
      <time ref={clock} className="tnum" {...lateHint(() => timeHint(now() + offset))} />
    </span>
  )
}
