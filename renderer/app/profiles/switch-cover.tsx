import { Check, CircleAlert, LoaderCircle, Minus } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import type { SwitchView } from '../../../shared/domain/app/app-state.js'
import { useMainWindow, useSlice } from '../../stores/context.js'
import { showOverlay } from '../../stores/layout.js'
import { useText } from '../../language/window-text.js'
import { Button } from '../../ui/button.js'
import { switchProfile } from './switching.js'
import { formatOptionalMessage } from '../../format/message.js'

const ICONS = { waiting: Minus, running: LoaderCircle, done: Check, failed: CircleAlert } as const

/**
 * Shows the progress of a profile switch. It covers the window because its content belongs to a
 * session that is ending.
 */
export function SwitchCover() {
  const mainWindow = useMainWindow()
  const switching = useSlice(mainWindow.appState, (state) => state.value?.switching ?? null)
  const overlay = useSlice(mainWindow.layout, (state) => state.overlay)
  return switching === null || overlay === 'profiles' || overlay === 'arm' ? null : (
    <Steps switching={switching} />
  )
}

function Steps({ switching }: { readonly switching: SwitchView }) {
  const text = useText()
  const mainWindow = useMainWindow()
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => box.current?.focus(), [])
  const messages = text.profiles.switching
  const isReset = switching.steps.some(({ step }) => step === 'set-aside')
  const title = (isReset ? messages.resetTitle : messages.title)(switching.to.name)
  const failed = switching.steps.some((step) => step.step === 'build' && step.state === 'failed')
  return (
    <div
      className="cover"
      role="presentation"
      data-environment={switching.to.environment}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <div
        ref={box}
        className="cover-card"
        role="dialog"
        aria-modal
        aria-label={title}
        tabIndex={-1}
      >
        <span className="env">{text.environments[switching.to.environment]}</span>
        <h2>{title}</h2>
        <ol className="cover-steps" aria-live="polite">
          {switching.steps.map(({ step, state, detail }) => {
            const Icon = ICONS[state]
            return (
              <li key={step} data-state={state} data-testid={`switch-${step}`}>
                <Icon size={14} aria-hidden />
                <span>{messages.steps[step]}</span>
                <span className="dim">
                  {formatOptionalMessage(detail) ?? messages.states[state]}
                </span>
              </li>
            )
          })}
        </ol>
        {failed && (
          <div className="stack">
            <p>{messages.failed}</p>
            <div className="row-end">
              <Button onClick={() => showOverlay(mainWindow.layout, 'profiles', switching.to.id)}>
                {messages.back}
              </Button>
              <Button variant="primary" onClick={() => switchProfile(mainWindow, switching.to)}>
                {messages.retry}
              </Button>
            </div>
          </div>
        )}
      </div>
    </div>
  )
}
