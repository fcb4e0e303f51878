/** Style sheets are imported for their effect, modules for their class names; Next bundles both. */
declare module '*.css'
