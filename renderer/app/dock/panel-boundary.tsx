import { Component, type ContextType, type ReactNode } from 'react'
import { MainWindowContext } from '../../stores/context.js'
import { useText } from '../../language/window-text.js'
import { Button } from '../../ui/button.js'
import { reportFailure } from '../../ui/late/report-failure.js'
import { Empty } from '../../ui/states.js'

interface Props {
  /** The panel's name in the log. */
  readonly where: string
  /** Called before the panel is opened again. */
  readonly onRetry?: () => void
  readonly children: ReactNode
}

/**
 * Confines a panel's failure to that panel: logs it, and offers to open the panel again in place.
 */
export class PanelBoundary extends Component<Props, { readonly failed: boolean }> {
  static override contextType = MainWindowContext
  declare context: ContextType<typeof MainWindowContext>
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override componentDidCatch(error: Error): void {
    reportFailure(this.context, error, this.props.where)
  }

  readonly #retry = (): void => {
    this.props.onRetry?.()
    this.setState({ failed: false })
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return <Failed onRetry={this.#retry} />
  }
}

function Failed({ onRetry }: { readonly onRetry: () => void }) {
  const text = useText()
  return (
    <Empty title={text.app.crashed} hint={text.app.crashedHint}>
      <Button onClick={onRetry}>{text.app.tryAgain}</Button>
    </Empty>
  )
}
