import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';

/** Presses the button with this name. */
export const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
