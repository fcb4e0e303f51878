import type { Page } from 'playwright-core'

/**
 * Lists the texts of a page that are cut off: each with what cuts it. A text may be wider than what scrolls, may be hidden on purpose (for
 * screen readers, or because it is folded), and may be cut off where all of it is in a title or label.
 */
export const listClipped = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found = new Set<string>()
    /** Rounding, and the parts of letters that reach out of their line. */
    const slack = 2
    const named = (element: Element): string =>
      `${element.tagName.toLowerCase()}.${[...element.classList].filter((one) => !one.startsWith('m_')).join('.')}`

    /** Whether all of a text is read where it is cut off, such as in the title of a reservation on the timeline. */
    const isSaid = (element: Element, text: string): boolean =>
      ['title', 'aria-label'].some((name) => element.closest(`[${name}]`)?.getAttribute(name)?.includes(text))

    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? ''
      const parent = node.parentElement
      if (text === '' || !parent || parent.closest('script, style, noscript, select, [aria-hidden="true"]'))
        continue
      if (!parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
      range.selectNodeContents(node)
      const box = range.getBoundingClientRect()
      if (box.width === 0) continue
      let across = true
      let down = true
      for (
        let one: Element | null = parent;
        one && one !== document.body && (across || down);
        one = one.parentElement
      ) {
        const style = getComputedStyle(one)
        if (style.position === 'fixed') break
        if (style.display === 'inline' || style.display === 'contents') continue
        const edge = one.getBoundingClientRect()
        if (edge.width <= 2 || edge.height <= 2) break
        if (across && /hidden|clip/.test(style.overflowX)) {
          const cut = Math.max(edge.left - box.left, box.right - edge.right)
          if (cut > slack && !isSaid(parent, text))
            found.add(`"${text}" is ${Math.round(cut)} px wider than ${named(one)}`)
        }
        if (down && /hidden|clip/.test(style.overflowY)) {
          const cut = Math.max(edge.top - box.top, box.bottom - edge.bottom)
          if (cut > slack + box.height / 4 && !isSaid(parent, text))
            found.add(`"${text}" is ${Math.round(cut)} px higher than ${named(one)}`)
        }
        if (/auto|scroll/.test(style.overflowX)) across = false
        if (/auto|scroll/.test(style.overflowY)) down = false
      }
    }

    // What a field shows is no text of the page: it is measured in the font of the field.
    const context = document.createElement('canvas').getContext('2d')
    for (const field of document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')) {
      if (!context || !field.checkVisibility() || field.clientWidth <= 2) continue
      const isSelect = field instanceof HTMLSelectElement
      if (!isSelect && /^(?:checkbox|radio|file|range|hidden|color)$/.test(field.type)) continue
      const shown = isSelect ? (field.selectedOptions[0]?.text ?? '') : field.placeholder
      const style = getComputedStyle(field)
      context.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
      const room =
        field.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight)
      const cut = context.measureText(shown).width - room
      if (cut > slack)
        found.add(`"${shown}" is ${Math.round(cut)} px wider than its ${isSelect ? 'select' : 'field'}`)
    }
    return [...found]
  })
