/** The named fills of spots, once on every page (see `spot-states.ts`). */
export function SpotPatterns() {
  return (
    <svg width="0" height="0" style={{ position: 'absolute' }} aria-hidden="true" focusable="false">
      <defs>
        <linearGradient id="spot-half" x1="0" x2="0" y1="0" y2="1">
          <stop offset="0.5" stopColor="var(--os-brand-soft)" />
          <stop offset="0.5" stopColor="var(--os-brand-line)" />
        </linearGradient>
        <pattern
          id="spot-hatch"
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width="6" height="6" fill="var(--os-brand-soft)" />
          <rect width="2.5" height="6" fill="var(--os-brand-line)" />
        </pattern>
        <pattern id="spot-hatch-half" width="1" height="1" patternContentUnits="objectBoundingBox">
          <rect width="1" height="1" fill="var(--os-brand-soft)" />
          {[0.5, 0.64, 0.78, 0.92].map((y) => (
            <rect key={y} y={y} width="1" height="0.07" fill="var(--os-brand-line)" />
          ))}
        </pattern>
        <pattern id="spot-dots" width="6" height="6" patternUnits="userSpaceOnUse">
          <rect width="6" height="6" fill="var(--os-sunken)" />
          <circle cx="1.5" cy="1.5" r="0.9" fill="var(--os-line-strong)" />
          <circle cx="4.5" cy="4.5" r="0.9" fill="var(--os-line-strong)" />
        </pattern>
        <pattern
          id="spot-cross"
          width="9"
          height="9"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width="9" height="9" fill="var(--os-ground)" />
          <path d="M0 4.5h9M4.5 0v9" stroke="var(--os-line)" strokeWidth="1" />
        </pattern>
      </defs>
    </svg>
  )
}
