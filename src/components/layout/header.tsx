import { useEffect, useRef, useState } from 'react';
import { Link } from '@/lib/router.tsx';
import { paths } from '@/config/paths.ts';
import { Logo } from './logo.tsx';
import { MainNav } from './main-nav.tsx';

/** Logo and links. On a small screen the links fold away behind a button. */
export function Header() {
  const [isOpen, setIsOpen] = useState(false);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const close = () => setIsOpen(false);

  useEffect(() => {
    if (!isOpen) return;
    function closeOnEscape(event: KeyboardEvent) {
      if (event.key !== 'Escape') return;
      setIsOpen(false);
      buttonRef.current?.focus();
    }
    document.addEventListener('keydown', closeOnEscape);
    return () => document.removeEventListener('keydown', closeOnEscape);
  }, [isOpen]);

  return (
    <header className="on-lacquer relative z-30 border-b border-white/15">
      <div className="mx-auto flex max-w-7xl flex-wrap items-center justify-between gap-x-6 px-5 sm:px-8">
        <Link to={paths.home} className="py-3.5" onClick={close}>
          <Logo />
        </Link>
        <button
          ref={buttonRef}
          type="button"
          className="nav-link min-w-11 justify-end md:hidden"
          aria-expanded={isOpen}
          aria-controls="main-menu"
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Close' : 'Menu'}
          <MenuIcon isOpen={isOpen} />
        </button>
        <nav
          id="main-menu"
          aria-label="Main"
          className={`${isOpen ? '' : 'max-md:hidden'} max-md:w-full max-md:border-t max-md:border-white/15 max-md:py-3`}
        >
          <MainNav onLeave={close} />
        </nav>
      </div>
    </header>
  );
}

function MenuIcon({ isOpen }: { isOpen: boolean }) {
  return (
    <svg viewBox="0 0 20 20" className="size-5" aria-hidden="true">
      <path
        d={isOpen ? 'M4 4L16 16M16 4L4 16' : 'M2 7H18M2 13H18'}
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
      />
    </svg>
  );
}
