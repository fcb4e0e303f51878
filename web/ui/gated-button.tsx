'use client'
import { Button, type ButtonProps } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import dynamic from 'next/dynamic'
import { type MouseEvent, type Ref, useId, useRef, useState } from 'react'
import css from './gated-button.module.css'

const WhyTooltip = dynamic(() => import('./why-tooltip.tsx').then((file) => file.WhyTooltip), { ssr: false })

/**
 * A button that says why it can't be used yet: on hover, to who reaches it by keyboard or reads it with a screen reader, and to who presses
 * it anyway. A disabled one could be reached by none of them.
 */
export function GatedButton({
  why,
  onClick,
  loading,
  ref,
  ...props
}: ButtonProps & {
  /** Null: it can be used. */
  why: string | null
  type?: 'submit' | 'button'
  ref?: Ref<HTMLButtonElement>
  onClick?: () => void
  'aria-label'?: string
}) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const merged = useMergedRef(button, ref)
  const [wasPressed, setPressed] = useState(false)
  const isShut = why !== null && !loading
  const press = (event: MouseEvent) => {
    if (!isShut) {
      onClick?.()
      return
    }
    // A form isn't submitted either, also not by Enter in one of its fields, which presses this button.
    event.preventDefault()
    setPressed(true)
  }
  return (
    <>
      <Button
        ref={merged}
        {...props}
        loading={loading ?? false}
        {...(isShut ? { 'data-disabled': true, 'aria-disabled': true, 'aria-describedby': id } : {})}
        onClick={press}
        onBlur={() => setPressed(false)}
        onMouseLeave={() => setPressed(false)}
      />
      {isShut ? (
        <>
          <WhyTooltip why={why} target={button} isPressed={wasPressed} />
          <span id={id} className={css.why}>
            {why}
          </span>
        </>
      ) : null}
    </>
  )
}
