import { Component, type ContextType, type ReactNode } from 'react'
import { MainWindowContext } from '../../stores/context.js'
import { toast } from '../../stores/toasts.js'
import { reportFailure } from './report-failure.js'

interface Props {
  /** The part's name in the log. */
  readonly part: string
  /** Called when the part failed, for example to close what would contain it. */
  readonly onFailed?: () => void
  /** Shows nothing of the failure: the part only explains. */
  readonly quiet?: boolean
  readonly children: ReactNode
}

/**
 * Confines the failure of a part that is loaded late: its file may be gone or replaced while the
 * program runs. Without it React would remove the whole window.
 */
export class LateBoundary extends Component<Props, { readonly failed: boolean }> {
  static override contextType = MainWindowContext
  declare context: ContextType<typeof MainWindowContext>
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override componentDidCatch(error: Error): void {
    const { part, onFailed, quiet = false } = this.props
    reportFailure(this.context, error, part)
    if (!quiet && this.context !== null) {
      toast(this.context.toasts, 'bad', ({ app }) => app.crashed, {
        detail: ({ app }) => app.crashedHint,
      })
    }
    onFailed?.()
  }

  override render(): ReactNode {
    return this.state.failed ? null : this.props.children
  }
}
