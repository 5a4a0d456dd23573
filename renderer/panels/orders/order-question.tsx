import { text } from '../../text/en.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { orderWords } from './order-actions.js'
import type { Question } from './use-orders-actions.js'

/**
 * The last look before a change of an order is sent. Keeping the order is what Enter does on
 * opening.
 */
export function OrderQuestion({
  question,
  onClose,
}: {
  readonly question: Question
  readonly onClose: () => void
}) {
  const yes = (): void => {
    onClose()
    question.send()
  }
  return (
    <Dialog
      title={question.title}
      onClose={onClose}
      foot={
        <>
          <Button data-autofocus onClick={onClose}>
            {text.dialog.keep}
          </Button>
          <Button look={question.look} onClick={yes}>
            {question.yes}
          </Button>
        </>
      }
    >
      <div className="changes tnum">
        <strong>{orderWords(question.order)}</strong>
        {question.lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </Dialog>
  )
}
