import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  readonly variant?: 'plain' | 'primary' | 'quiet' | 'danger' | 'danger primary' | 'buy' | 'sell'
  readonly size?: 'small' | 'normal' | 'large'
  readonly icon?: LucideIcon
  readonly className?: string
}

/** A labeled button, with or without an icon. Does not submit a form unless its type says so. */
export function Button({
  variant = 'plain',
  size = 'normal',
  icon: Icon,
  children,
  className = '',
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button type={type} className={`button ${variant} ${size} ${className}`} {...rest}>
      {Icon !== undefined && <Icon size={size === 'small' ? 12 : 14} aria-hidden />}
      {children}
    </button>
  )
}

export interface IconButtonProps extends Omit<ButtonProps, 'icon' | 'children'> {
  readonly icon: LucideIcon
  /** The action; read aloud, and shown on hover. */
  readonly label: string
}

export function IconButton({
  icon: Icon,
  label,
  variant = 'quiet',
  size = 'normal',
  className = '',
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <button
      type={type}
      className={`button icon ${variant} ${size} ${className}`}
      aria-label={label}
      title={label}
      {...rest}
    >
      <Icon size={size === 'small' ? 12 : 14} aria-hidden />
    </button>
  )
}
