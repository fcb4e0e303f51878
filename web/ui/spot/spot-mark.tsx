/**
 * The logo motif: a bay from above, a rounded rectangle between two painted lines. Used for the logo, map markers, and
 * empty states; the lines take `color` from the context, the middle `fill`.
 */
export function SpotMark({ size = 24, fill = 'var(--os-brand)' }: { size?: number; fill?: string }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d="M2.5 3v18M21.5 3v18" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
      <rect x="6.5" y="3.5" width="11" height="17" rx="3.5" fill={fill} />
    </svg>
  )
}
