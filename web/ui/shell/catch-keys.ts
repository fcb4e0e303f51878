/**
 * Keeps what is typed until a field that is about to open can take it. Returns how to take it, which ends this. Keys that are combined with
 * others, or type nothing, go on as usual.
 */
export function catchKeys(): () => string {
  let typed = ''
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    if (event.key === 'Backspace') typed = typed.slice(0, -1)
    else if (event.key.length === 1) typed += event.key
    else return
    // Neither a field below it nor a shortcut gets the key.
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  window.addEventListener('keydown', press, true)
  return () => {
    window.removeEventListener('keydown', press, true)
    return typed
  }
}
