import { PencilLine, TriangleAlert } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import type { CardField } from '../../../shared/domain/instructions/card.js'
import { useConfirmText } from '../../language/confirm-text.js'
import { END } from '../state/use-seen.js'
import { formatMessage } from '../../format/message.js'

export interface SectionProps {
  readonly part: string
  readonly title: string
  readonly aside?: ReactNode
  readonly children: ReactNode
  readonly className?: string
}

/**
 * One part of the card. It is focusable, so that the keyboard can reach and scroll to every number
 * (CONFIRM-36).
 */
export function Section({ part, title, aside, children, className = '' }: SectionProps) {
  const id = useId()
  return (
    <section
      className={`part ${className}`}
      data-part={part}
      tabIndex={0}
      role="group"
      aria-labelledby={id}
    >
      <div className="part-head">
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
      <span className="part-end" {...{ [END]: part }} aria-hidden />
    </section>
  )
}

/**
 * Labels and values; a changed value follows its old one. Marks have a word and an icon, never
 * color alone.
 */
export function Fields({ fields }: { readonly fields: readonly CardField[] }) {
  const text = useConfirmText()
  return (
    <dl className="fields">
      {fields.map((field) => (
        <div key={field.id} className={`field-row ${field.mark}`} data-field={field.id}>
          <dt>{formatMessage(field.label)}</dt>
          <dd>
            <span className="field-main tnum">
              {field.before !== null && (
                <>
                  <span className="field-before">{formatMessage(field.before)}</span>
                  <span className="becomes">
                    <span aria-hidden>→</span>
                    <span className="sr-only">{` ${text.becomes} `}</span>
                  </span>
                </>
              )}
              <span className="field-value">{formatMessage(field.value)}</span>
              {/* The two values and the arrow already show the change. */}
              {(field.mark === 'warning' || field.before === null) && <Mark mark={field.mark} />}
            </span>
            {field.source !== null && (
              <span className="field-source">{formatMessage(field.source)}</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Mark({ mark }: { readonly mark: CardField['mark'] }) {
  const text = useConfirmText()
  if (mark === 'none' || mark === 'head') return null
  const Icon = mark === 'changed' ? PencilLine : TriangleAlert
  return (
    <span className={`mark ${mark}`}>
      <Icon size={12} aria-hidden />
      <span>{mark === 'changed' ? text.changed : text.warning}</span>
    </span>
  )
}

/**
 * Old and new side by side for a change of a working order (CONFIRM-25); for several orders, each
 * under a head that identifies it.
 */
export function Compare({ fields }: { readonly fields: readonly CardField[] }) {
  const text = useConfirmText()
  return (
    <table className="compare tnum">
      <thead>
        <tr>
          <td aria-hidden />
          <th scope="col">{text.before}</th>
          <th scope="col">{text.after}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) =>
          field.mark === 'head' ? (
            <tr key={field.id} className="head" data-field={field.id}>
              <th scope="colgroup" colSpan={3}>
                {formatMessage(field.label)}{' '}
                <span className="field-value">{formatMessage(field.value)}</span>
              </th>
            </tr>
          ) : (
            <tr key={field.id} className={field.mark} data-field={field.id}>
              <th scope="row">{formatMessage(field.label)}</th>
              <td>{formatMessage(field.before ?? field.value)}</td>
              <td>
                <span className="field-value">{formatMessage(field.value)}</span>{' '}
                <Mark mark={field.mark} />
              </td>
            </tr>
          ),
        )}
      </tbody>
    </table>
  )
}
