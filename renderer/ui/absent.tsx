import { MISSING } from '../../shared/messages/number-format.js'
import { fullText } from './hints/hint.js'

/** The mark of a figure that does not exist, with the reason on hover and for screen readers. */
export function Absent({ reason }: { readonly reason: string }) {
  return (
    <span className="dim" {...fullText(reason)}>
      <span aria-hidden>{MISSING}</span>
      <span className="sr-only">{reason}</span>
    </span>
  )
}
