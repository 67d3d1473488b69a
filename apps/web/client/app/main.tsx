import { mount } from '../kit/mount.js';
import '../styles/app-pages.css';
import { Root } from './root.js';

mount(<Root />);
