import type { NewsPart } from '../../../shared/domain/reference/news.js'
import { symbol as asSymbol } from '../../../shared/domain/ids.js'
import { markdownBlocks, type MarkdownSpan } from '../../format/markdown.js'
import { useMainWindow } from '../../stores/context.js'
import { selectSymbol } from '../../stores/selection.js'
import { AddressButton } from '../../ui/reading/address-button.js'

/** The texts and tables of a summary, in their order; the broker writes them in English. */
export function NewsParts({ parts }: { readonly parts: readonly NewsPart[] }) {
  return (
    <div className="news" lang="en">
      {parts.map((part, index) =>
        part.kind === 'text' ? (
          <NewsText key={index} markdown={part.markdown} />
        ) : (
          <NewsTable key={index} part={part} />
        ),
      )}
    </div>
  )
}

function NewsText({ markdown }: { readonly markdown: string }) {
  return markdownBlocks(markdown).map((block, index) => {
    switch (block.kind) {
      case 'heading':
        return (
          <h3 key={index}>
            <Spans spans={block.spans} />
          </h3>
        )
      case 'paragraph':
        return (
          <p key={index}>
            <Spans spans={block.spans} />
          </p>
        )
      case 'list':
        return (
          <ul key={index}>
            {block.items.map((item, place) => (
              <li key={place}>
                <Spans spans={item} />
              </li>
            ))}
          </ul>
        )
    }
  })
}

function Spans({ spans }: { readonly spans: readonly MarkdownSpan[] }) {
  return spans.map((span, index) => {
    switch (span.kind) {
      case 'text':
        return <span key={index}>{span.text}</span>
      case 'strong':
        return <strong key={index}>{span.text}</strong>
      case 'emphasis':
        return <em key={index}>{span.text}</em>
      case 'code':
        return <code key={index}>{span.text}</code>
      case 'link':
        return (
          <span key={index} className="news-link">
            {span.text}
            <AddressButton address={span.address} title={span.text} />
          </span>
        )
    }
  })
}

const SYMBOL = /^[A-Z][A-Z0-9.]{0,7}$/

/** A table of the summary; a cell that is a symbol shows it in the linked panels. */
function NewsTable({ part }: { readonly part: Extract<NewsPart, { readonly kind: 'table' }> }) {
  const { selection } = useMainWindow()
  return (
    <table className="news-table">
      <thead>
        <tr>
          {part.headers.map((header, index) => (
            <th key={index} scope="col">
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {part.rows.map((row, index) => (
          <tr key={index}>
            {row.map((cell, place) => (
              <td key={place}>
                {place === 0 && SYMBOL.test(cell) ? (
                  <button type="button" onClick={() => selectSymbol(selection, asSymbol(cell))}>
                    {cell}
                  </button>
                ) : (
                  cell
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
