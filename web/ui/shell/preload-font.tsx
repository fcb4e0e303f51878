/** The font of nearly all text is asked for at once, rather than once the styles have arrived. */
export function PreloadFont() {
  return (
    <link
      rel="preload"
      href={
        new URL('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2', import.meta.url).pathname
      }
      as="font"
      type="font/woff2"
      crossOrigin="anonymous"
    />
  )
}
