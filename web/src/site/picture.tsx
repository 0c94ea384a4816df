import pictures from './pictures/sizes.json';

const files = import.meta.glob<string>('./pictures/*.webp', { eager: true, query: '?url', import: 'default' });

interface PictureProps {
  name: string;
  alt: string;
  /** Displayed width, as in `<img sizes>`. */
  sizes: string;
  className?: string;
  lazy?: boolean;
}

/** A product screenshot in several widths; its space is reserved while it loads. */
export function Picture({ name, alt, sizes, className, lazy = false }: PictureProps) {
  const { width, height, widths } = (pictures as Record<string, { width: number; height: number; widths: number[] }>)[
    name
  ]!;
  const url = (each: number) => files[`./pictures/${name}-${each}.webp`];
  return (
    <img
      src={url(widths[0]!)}
      srcSet={widths.map((each) => `${url(each)} ${each}w`).join(', ')}
      sizes={sizes}
      width={width}
      height={height}
      alt={alt}
      className={className}
      loading={lazy ? 'lazy' : undefined}
      decoding="async"
    />
  );
}
