import { useText } from '../../language/window-text.js'
import { errorLine } from '../../language/error-message.js'
import { Button } from '../../ui/button.js'
import type { History } from './use-history.js'

/** Below the last row: loads older orders, or shows why that failed. */
export function HistoryFoot({ history }: { readonly history: History }) {
  const text = useText()
  return (
    <div className="after">
      {history.error !== null && (
        <p className="down" role="alert">
          {errorLine(history.error)}
        </p>
      )}
      {history.state === 'whole' && <p>{text.orders.noMore}</p>}
      {history.state !== 'whole' && (
        <Button
          variant="quiet"
          size="small"
          disabled={history.state === 'loading'}
          onClick={history.more}
        >
          {history.state === 'loading'
            ? text.orders.loadingMore
            : history.error === null
              ? text.orders.loadMore
              : text.states.retry}
        </Button>
      )}
    </div>
  )
}
