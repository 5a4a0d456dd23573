import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { explain, LABEL_HINT, type HintText } from './hints/hint.js'

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'title'> {
  readonly variant?: 'plain' | 'primary' | 'quiet' | 'danger' | 'danger primary' | 'buy' | 'sell'
  readonly size?: 'small' | 'normal' | 'large'
  readonly icon?: LucideIcon
  readonly className?: string
  /** What the button does or why it is off, on hover and focus. */
  readonly hint?: HintText
}

/** A labeled button, with or without an icon. Does not submit a form unless its type says so. */
export function Button({
  variant = 'plain',
  size = 'normal',
  icon: Icon,
  children,
  className = '',
  type = 'button',
  hint,
  ...buttonProps
}: ButtonProps) {
  return (
    <button
      type={type}
      className={`button ${variant} ${size} ${className}`}
      {...explain(hint)}
      {...buttonProps}
    >
      {Icon !== undefined && <Icon size={size === 'small' ? 12 : 14} aria-hidden />}
      {children}
    </button>
  )
}

export interface IconButtonProps extends Omit<ButtonProps, 'icon' | 'children'> {
  readonly icon: LucideIcon
  /** The action; read aloud, and shown on hover and focus where there is no hint. */
  readonly label: string
}

export function IconButton({
  icon: Icon,
  label,
  variant = 'quiet',
  size = 'normal',
  className = '',
  type = 'button',
  hint,
  ...buttonProps
}: IconButtonProps) {
  return (
    <button
      type={type}
      className={`button icon ${variant} ${size} ${className}`}
      aria-label={label}
      {...(hint == null ? LABEL_HINT : explain(hint))}
      {...buttonProps}
    >
      <Icon size={size === 'small' ? 12 : 14} aria-hidden />
    </button>
  )
}
