import { chromium } from '@playwright/test';
import { readFileSync } from 'node:fs';
import ts from 'typescript';
