import css from './landing.module.css'

const taken = new Set([0, 1, 3, 6, 8, 9, 10])
const labels = ['B07', 'B08', 'B09', 'B10', 'B11', 'B12', 'C07', 'C08', 'C09', 'C10', 'C11', 'C12']
const YOURS = 5

/** Illustration: two rows of a lot from above, with one highlighted bay. */
export function BayDrawing() {
  return (
    <svg className={css.drawing} viewBox="0 0 560 600" aria-hidden="true" focusable="false">
      <rect width="560" height="600" rx="28" className={css.asphalt} />
      <path d="M40 300h480" className={css.lane} />
      <path d="M250 300l14-9v18z" className={css.arrow} />
      {labels.map((label, index) => {
        const row = Math.floor(index / 6)
        const x = 40 + (index % 6) * 80
        const y = row === 0 ? 50 : 372
        return (
          <g key={label} transform={`translate(${x} ${y})`}>
            <path d="M0 0v178M80 0v178" className={css.paint} />
            {taken.has(index) ? (
              <rect x="14" y="16" width="52" height="146" rx="15" className={css.car} />
            ) : null}
            {index === YOURS ? (
              <rect x="12" y="12" width="56" height="154" rx="16" className={css.yours} />
            ) : null}
            <text x="40" y={95} className={index === YOURS ? css.yourLabel : css.label}>
              {taken.has(index) ? '' : label}
            </text>
          </g>
        )
      })}
    </svg>
  )
}
